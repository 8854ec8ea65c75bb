/** Terminal colours say nothing here; what they wrap does. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

interface Props {
  text: string;
  tone?: 'err';
}

/** Plain text of a tool: never markup, wrapped, with its own scroll. */
export function TextView({ text, tone }: Props) {
  return (
    <pre
      dir="auto"
      className={`max-h-80 overflow-auto whitespace-pre-wrap break-all bg-(--code) px-3 py-2.5 font-mono text-[12.5px]/relaxed ${tone === 'err' ? 'text-(--err)' : 'text-(--fg)'}`}
    >
      {text.replace(ANSI, '')}
    </pre>
  );
}
