const TONES: Record<string, string> = {
  '+': 'bg-(--add-bg)',
  '-': 'bg-(--del-bg)',
  '@': 'text-(--fg3)',
};

interface DiffLine {
  sign: string;
  text: string;
  /** In the new file, or in the old one for a removed line. */
  number: number | undefined;
}

/** A unified diff, line by line; signs and not only colours tell what was added and removed. */
export function DiffView({ diff }: { diff: string }) {
  return (
    <pre className="max-h-80 overflow-auto bg-(--code) py-1.5 font-mono text-[12.5px]/relaxed">
      {linesOf(diff).map(({ sign, text, number }) => (
        <span key={`${sign}${number ?? text}`} className={`flex ${TONES[sign] ?? ''}`}>
          <span aria-hidden className="num w-10 shrink-0 select-none pr-2 text-right text-(--fg3)">
            {number}
          </span>
          <span className="w-4 shrink-0">{sign === '@' ? '' : sign}</span>
          <span className="whitespace-pre-wrap break-all pr-3">{text}</span>
        </span>
      ))}
    </pre>
  );
}

/** Reads a unified diff; the file names above the first hunk are left out. */
export function linesOf(diff: string): DiffLine[] {
  let oldLine = 0;
  let newLine = 0;
  const lines: DiffLine[] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    if (from && to) {
      oldLine = Number(from);
      newLine = Number(to);
      lines.push({ sign: '@', text: line, number: undefined });
    } else if (newLine === 0 && oldLine === 0) {
    } else if (line.startsWith('+')) {
      lines.push({ sign: '+', text: line.slice(1), number: newLine++ });
    } else if (line.startsWith('-')) {
      lines.push({ sign: '-', text: line.slice(1), number: oldLine++ });
    } else if (!line.startsWith('\\')) {
      lines.push({ sign: ' ', text: line.slice(1), number: newLine++ });
      oldLine++;
    }
  }
  return lines;
}
