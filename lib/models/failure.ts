/** What kind of thing went wrong: it decides whether a retry can help and what a person is told. */
export type FailureKind =
  | 'auth'
  | 'credit'
  | 'model'
  | 'rate'
  | 'server'
  | 'not-api'
  | 'unreachable'
  | 'context'
  | 'too-large'
  | 'filtered'
  | 'no-tools'
  | 'refused'
  | 'torn'
  | 'timeout'
  | 'empty';

const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  'rate',
  'server',
  'unreachable',
  'torn',
  'timeout',
  'empty',
]);

interface FailureFields {
  /** The provider's own words, or ours where it said nothing. Plain text, one line. */
  words: string;
  /** HTTP status, or the status that an error inside a stream names. */
  status?: number;
  /** How long the provider asks to wait, in ms. */
  retryAfterMs?: number;
  /** Another try would take as long again. */
  final?: boolean;
  cause?: unknown;
}

/** A model call that failed. Whatever a provider, a proxy or the network does becomes one of these. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  readonly words: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly final: boolean;
  /** The request had been accepted: the answer broke off, or reported the failure itself. */
  inStream = false;

  constructor(
    kind: FailureKind,
    { words, status, retryAfterMs, final = false, cause }: FailureFields,
  ) {
    super(words, { cause });
    this.kind = kind;
    this.words = words;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.final = final;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return RETRYABLE.has(this.kind) && !this.final;
  }
}
