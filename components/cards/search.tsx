import type { ToolOutput } from '#lib/client/tool-output';

interface Match {
  path: string;
  line: number;
  text: string;
}

export function SearchCard({ output }: { output: ToolOutput }) {
  const matches = Array.isArray(output.matches) ? (output.matches as Match[]) : [];
  return (
    <ul className="max-h-80 overflow-auto px-3 py-2 font-mono text-[12.5px]">
      {matches.map(({ path, line, text }) => (
        <li key={`${path}:${line}`} className="truncate">
          <span className="text-(--fg2)">{line === 0 ? path : `${path}:${line}`}</span>
          {line === 0 ? null : <span className="ml-3">{text}</span>}
        </li>
      ))}
    </ul>
  );
}
