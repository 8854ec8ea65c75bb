const MAX_CHARS = 500;
/** Fields in which providers put the sentence that a person can use, the best one first. */
const SENTENCE = [
  'message',
  'msg',
  'status_msg',
  'detail',
  'error_description',
  'error_msg',
  'description',
  'reason',
  'title',
];
/** Fields that wrap another object with the sentence in it. */
const WRAPPER = ['error', 'errors', 'base_resp', 'response', 'data', 'cause'];

export interface ProviderWords {
  /** One line of plain text; empty when the provider said nothing. */
  words: string;
  /** Codes and types, joined, for matching only. */
  code: string;
  /** The HTTP status that the error itself names. */
  status?: number;
}

/** Finds the sentence, the codes and the status in an error of any shape. */
export function wordsOf(error: unknown): ProviderWords {
  const codes: string[] = [];
  const found: { status?: number } = {};
  const words = sentence(error, codes, found, 0);
  return { words, code: codes.join(' '), ...found };
}

function sentence(
  value: unknown,
  codes: string[],
  found: { status?: number },
  depth: number,
): string {
  if (depth > 5 || value === null || value === undefined) return '';
  if (typeof value === 'string') return fromText(value, codes, found, depth);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const lines = value.slice(0, 3).map((entry) => sentence(entry, codes, found, depth + 1));
    return oneLine(lines.filter(Boolean).join('; '));
  }
  const fields = value as Record<string, unknown>;
  for (const key of [
    'code',
    'type',
    'status',
    'status_code',
    'statusCode',
    'error_type',
    'http_code',
  ]) {
    const code = fields[key];
    if (typeof code !== 'string' && typeof code !== 'number') continue;
    codes.push(String(code));
    const status = Number(code);
    if (key !== 'type' && Number.isInteger(status) && status >= 400 && status < 600)
      found.status ??= status;
  }
  codes.push(...innerCodes(fields));
  for (const key of WRAPPER) {
    const inner = fields[key];
    if (typeof inner !== 'object' && !(typeof inner === 'string' && key === 'error')) continue;
    const words = sentence(inner, codes, found, depth + 1);
    if (words) return words;
  }
  const words = SENTENCE.map((key) => sentence(fields[key], codes, found, depth + 1)).find(Boolean);
  const raw = sentence(
    (fields.metadata as { raw?: unknown } | null | undefined)?.raw,
    codes,
    found,
    depth + 1,
  );
  if (words && raw && raw !== words) return oneLine(`${words}: ${raw}`);
  if (words || raw) return words || raw;
  return depth === 0 ? oneLine(JSON.stringify(value)) : '';
}

function innerCodes(fields: Record<string, unknown>): string[] {
  const inner = (fields.innererror ?? fields.inner_error) as { code?: unknown } | undefined;
  return typeof inner?.code === 'string' ? [inner.code] : [];
}

/** A sentence may itself be a page, or JSON that a proxy has put in quotes. */
function fromText(
  text: string,
  codes: string[],
  found: { status?: number },
  depth: number,
): string {
  const trimmed = text.trim();
  if (/^[{[]/.test(trimmed)) {
    try {
      const inner = sentence(JSON.parse(trimmed), codes, found, depth + 1);
      if (inner) return inner;
    } catch {
      // No JSON: the text is the sentence.
    }
  }
  if (isPage(trimmed)) return pageTitle(trimmed);
  return oneLine(trimmed);
}

/** Whether what answered is a web page. */
export function isPage(body: unknown): body is string {
  return typeof body === 'string' && /^\s*<(!doctype|html|\?xml|head|body)/i.test(body);
}

/** What a web page says in its title, in place of its markup. */
export function pageTitle(html: string): string {
  const title =
    /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1];
  return oneLine(title ?? '');
}

/** The first lines of a text as one, without control characters, at most 500 characters. */
export function oneLine(text: string): string {
  const line = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()}…` : line;
}
