interface Props {
  text: string;
  /** Number of the first line. */
  from: number;
}

/** The lines of a file with their numbers. */
export function FileView({ text, from }: Props) {
  const lines = text.replace(/\n$/, '').split('\n');
  const numbers = lines.map((_, index) => from + index).join('\n');
  return (
    <div className="flex max-h-80 overflow-auto bg-(--code) py-2 font-mono text-[12.5px]/relaxed">
      <pre
        aria-hidden
        className="num sticky left-0 select-none bg-(--code) px-3 text-right text-(--fg3)"
      >
        {numbers}
      </pre>
      <pre dir="auto" className="pr-3">
        {lines.join('\n')}
      </pre>
    </div>
  );
}
