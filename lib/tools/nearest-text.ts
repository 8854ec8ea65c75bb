/** Lines of a file that are looked at, and of a hint that are shown. */
const MAX_LINES = 20_000;
const SHOWN_LINES = 8;
const MAX_LINE_CHARS = 200;
/** From this share of common letter pairs on, a line is worth naming. */
const LIKENESS = 0.5;

/** Says where a text that was looked for in vain almost is; empty when nothing is like it. */
export function nearestHint(whole: string, wanted: string): string {
  const lines = whole.split(/\r?\n/, MAX_LINES);
  const parts = wanted.split(/\r?\n/).map(squeeze);
  while (parts.at(-1) === '') parts.pop();
  while (parts[0] === '') parts.shift();
  const first = parts[0];
  if (first === undefined) return '';
  const squeezed = lines.map(squeeze);
  const at = squeezed.findIndex((_, i) =>
    parts.every((part, k) =>
      parts.length === 1 ? squeezed[i + k]?.includes(part) : squeezed[i + k] === part,
    ),
  );
  if (at >= 0) {
    const shown = quote(lines.slice(at, at + Math.min(parts.length, SHOWN_LINES)));
    return `It is there with other blanks, at line ${at + 1}:\n${shown}`;
  }
  const best = mostAlike(squeezed, first);
  if (best === undefined) return 'Nothing like it was found; read the file again.';
  return `The nearest line is ${best + 1}:\n${quote([lines[best] ?? ''])}`;
}

function squeeze(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function quote(lines: string[]): string {
  return lines.map((line) => line.slice(0, MAX_LINE_CHARS).toWellFormed()).join('\n');
}

function mostAlike(lines: string[], wanted: string): number | undefined {
  const pairs = pairsOf(wanted);
  let best: number | undefined;
  let score = LIKENESS;
  for (const [i, line] of lines.entries()) {
    const alike = line === '' ? 0 : likeness(pairsOf(line), pairs);
    if (alike > score) {
      best = i;
      score = alike;
    }
  }
  return best;
}

function pairsOf(line: string): Set<string> {
  const text = line.slice(0, MAX_LINE_CHARS).toLowerCase();
  return new Set(
    Array.from({ length: Math.max(text.length - 1, 1) }, (_, i) => text.slice(i, i + 2)),
  );
}

function likeness(a: Set<string>, b: Set<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / (a.size + b.size);
}
