const UNITS: readonly [RegExp, number][] = [
  [/^(ms|milli)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];
const PART = String.raw`\d+(?:\.\d+)? ?(?:ms|milliseconds?|d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])`;
const SAID = new RegExp(
  String.raw`(?:retry|try again)(?:_?delay"?: ?"| ?after:? | ?in )((?:${PART}(?:,? and |,? )?)+|\d+(?:\.\d+)?)`,
  'i',
);

/** `retry-after-ms`, `retry-after` in seconds, as `7m12s` or as a date, or what the body says of it; in ms. */
export function retryAfter(headers: Headers | undefined, body?: unknown): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') || Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers?.get('retry-after')?.trim();
  if (value) {
    const wait = durationOf(value);
    if (wait !== undefined) return wait;
    const date = Date.parse(value);
    if (Number.isFinite(date)) return Math.max(0, date - Date.now());
  }
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const said = SAID.exec(text)?.[1];
  return said === undefined ? undefined : durationOf(said);
}

/** `12`, `12s`, `7m12s`, `1 hour and 2 minutes`: a number alone means seconds. */
function durationOf(text: string): number | undefined {
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  if (!new RegExp(`^(?:${PART}|,|and|\\s)+$`, 'i').test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)];
  return parts.reduce((sum, [, count, unit = '']) => {
    const factor = UNITS.find(([name]) => name.test(unit))?.[1] ?? 0;
    return sum + Number(count) * factor;
  }, 0);
}
