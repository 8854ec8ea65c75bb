export type AppErrorCode =
  | 'invalid_request'
  | 'invalid_max_steps'
  | 'message_missing'
  | 'message_too_long'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'unknown_chat'
  | 'unknown_run'
  | 'unknown_message'
  | 'unknown_model'
  | 'unknown_output'
  | 'unknown_connection'
  | 'connection_fixed'
  | 'invalid_url'
  | 'run_active'
  | 'cannot_continue'
  | 'not_queued'
  | 'not_pending'
  | 'not_in_doubt'
  | 'unknown_share'
  | 'nothing_to_share'
  | 'forbidden_host'
  | 'forbidden_origin'
  | 'sign_in_required'
  | 'owner_only'
  | 'not_yours'
  | 'wrong_credentials'
  | 'too_many_attempts'
  | 'wrong_code'
  | 'unknown_invite'
  | 'unknown_person'
  | 'name_taken'
  | 'accounts_off';

const STATUS: Record<AppErrorCode, number> = {
  invalid_request: 400,
  invalid_max_steps: 400,
  message_missing: 400,
  message_too_long: 413,
  body_too_large: 413,
  unsupported_media_type: 415,
  unknown_chat: 404,
  unknown_run: 404,
  unknown_message: 404,
  unknown_model: 400,
  unknown_output: 404,
  unknown_connection: 404,
  connection_fixed: 409,
  invalid_url: 400,
  run_active: 409,
  cannot_continue: 409,
  not_queued: 409,
  not_pending: 409,
  not_in_doubt: 409,
  unknown_share: 404,
  nothing_to_share: 409,
  forbidden_host: 403,
  forbidden_origin: 403,
  sign_in_required: 401,
  owner_only: 403,
  not_yours: 403,
  wrong_credentials: 401,
  too_many_attempts: 429,
  wrong_code: 403,
  unknown_invite: 404,
  unknown_person: 404,
  name_taken: 409,
  accounts_off: 404,
};

/** A refusal that the caller can act on; the HTTP edge turns it into `{ error: { code, message, hint } }`. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly hint: string | undefined;

  constructor(code: AppErrorCode, message: string, hint?: string) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.hint = hint;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
