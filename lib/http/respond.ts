import { AppError } from '#lib/errors';
import type { ApiError } from '#lib/events/api';
import { reportBug } from '#lib/report-bug';

/** Any error as an API answer; one that nobody foresaw is logged and told without details. */
export function errorResponse(error: unknown): Response {
  if (error instanceof AppError) {
    const { code, message, hint } = error;
    const body: ApiError = { error: { code, message, ...(hint ? { hint } : {}) } };
    return Response.json(body, { status: error.status });
  }
  reportBug('request', error);
  const body: ApiError = {
    error: {
      code: 'internal',
      message: 'Loupe failed to answer this request.',
      hint: "The server's log has the details.",
    },
  };
  return Response.json(body, { status: 500 });
}

/** A route whose errors become API answers. */
export function route<Context>(
  handle: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    try {
      return await handle(request, context);
    } catch (error) {
      return errorResponse(error);
    }
  };
}
