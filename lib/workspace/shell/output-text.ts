const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LOSSY = new TextDecoder('utf-8', { ignoreBOM: true });

const PLAIN = '\\t\\n\\r\\u001b\\u0020-\\u007e';
const CONTROL = '\\u0000-\\u0006\\u000e-\\u001a\\u001c-\\u001f\\u007f-\\u009f';
const CLEAN = new RegExp(`^[${PLAIN}]*$`);
const ODD = new RegExp(`[${CONTROL}\\ufffd]`, 'g');
/** Share of odd characters from which a piece of output counts as binary. */
const BINARY_SHARE = 0.1;

export type OutputEncoding = 'bytes' | 'text';

/**
 * What a command printed, as text that JSON, a database and a page accept. just-bash hands bytes
 * over as a string with one character per byte, and sometimes labels such a string as text.
 */
export function outputText(content: string, encoding: OutputEncoding): string {
  if (CLEAN.test(content)) return content;
  const bytes = latin1Bytes(content);
  if (!bytes) return tidy(content);
  const text = decodeStrict(bytes);
  if (text !== undefined) return tidy(text);
  // Text with umlauts only looks like bytes; a real byte string has many odd characters in it.
  if (encoding === 'text' && !isBinary(content)) return tidy(content);
  return describeBytes(LOSSY.decode(bytes), bytes.length);
}

function tidy(text: string): string {
  return isBinary(text)
    ? describeBytes(text, Buffer.byteLength(text))
    : text.toWellFormed().replaceAll('\0', '\ufffd');
}

function isBinary(text: string): boolean {
  const odd = text.match(ODD)?.length ?? 0;
  return odd > text.length * BINARY_SHARE;
}

/** Keeps whole lines of clean text before and after what is binary, and names the size of that. */
function describeBytes(text: string, bytes: number): string {
  if (!isBinary(text)) return text.toWellFormed().replaceAll('\0', '\ufffd');
  const lines = text.split(/(?<=\n)/);
  const isClean = (line: string) => line.search(ODD) < 0;
  const first = lines.findIndex((line) => !isClean(line));
  const last = lines.findLastIndex((line) => !isClean(line));
  const head = lines.slice(0, first).join('');
  const tail = lines.slice(last + 1).join('');
  const size = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${head}[binary output, ${size} bytes]\n${tail}`.toWellFormed();
}

/** The bytes of a string with one character per byte; undefined when it is none. */
function latin1Bytes(content: string): Uint8Array | undefined {
  for (let i = 0; i < content.length; i++) {
    if (content.charCodeAt(i) > 0xff) return undefined;
  }
  return Buffer.from(content, 'latin1');
}

function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
