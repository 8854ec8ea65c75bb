import { env } from '#lib/env';
import { guardRequest } from '#lib/http/guard';
import { errorResponse } from '#lib/http/respond';

/** The access check in front of every page and route. */
export default function proxy(request: Request): Response | undefined {
  try {
    guardRequest(request.headers, env());
    return undefined;
  } catch (error) {
    return errorResponse(error);
  }
}
