import type { Messages } from '#lib/i18n/en';
import { ApiFailure } from './api.ts';

/** What a person reads of something that failed: our words for its code, else the server's. */
export function failureWords(error: unknown, t: Messages): string {
  if (!(error instanceof ApiFailure)) return t.errors.internal ?? '';
  return t.errors[error.code] ?? [error.message, error.hint].filter(Boolean).join(' ');
}
