import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

export interface TextDiff {
  /** Unified, three lines of context; empty when nothing changed. */
  diff: string;
  added: number;
  removed: number;
}

const MAX_CHARS = 8000;
/** A diff that takes longer is not shown; ms. */
const MAX_MS = 500;

/** What changes between two texts of a file. */
export function textDiff(path: string, before: string, after: string): TextDiff {
  if (before === after) return { diff: '', added: 0, removed: 0 };
  const patch = structuredPatch(path, path, before, after, undefined, undefined, {
    context: 3,
    timeout: MAX_MS,
  });
  if (!patch) {
    return {
      diff: '(too many changes to show)',
      added: lineCount(after),
      removed: lineCount(before),
    };
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const begin = before === '' ? '/dev/null' : `a/${path}`;
  const hunks = formatPatch(patch, OMIT_HEADERS);
  return {
    diff: cap(`--- ${begin}\n+++ b/${path}\n${hunks}`),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** Lines of a text; a line end at its end begins no further one. */
export function lineCount(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function cap(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const end = text.lastIndexOf('\n', MAX_CHARS);
  const head = text.slice(0, end < 0 ? MAX_CHARS : end);
  const rest = lineCount(text) - lineCount(head);
  return `${head.toWellFormed()}\n… ${rest} more lines`;
}
