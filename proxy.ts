import type { NextRequest } from 'next/server';
import { admit } from '#lib/access/admit';
import { env } from '#lib/env';
import { guardRequest } from '#lib/http/guard';
import { errorResponse } from '#lib/http/respond';

/** The access check in front of every page and route. */
export default async function proxy(request: NextRequest): Promise<Response | undefined> {
  try {
    guardRequest(request.headers, env());
    return await admit(request);
  } catch (error) {
    return errorResponse(error);
  }
}
