import { File, Folder } from 'lucide-react';
import type { ToolOutput } from '#lib/client/tool-output';
import { formatSize } from '#lib/i18n/format';

interface Entry {
  path: string;
  type: string;
  bytes: number;
}

export function ListFilesCard({ output }: { output: ToolOutput }) {
  const entries = Array.isArray(output.entries) ? (output.entries as Entry[]) : [];
  return (
    <ul className="max-h-80 overflow-auto px-3 py-2 font-mono text-[12.5px]">
      {entries.map(({ path, type, bytes }) => (
        <li key={path} className="flex items-center gap-2">
          {type === 'directory' ? <Folder size={14} aria-hidden /> : <File size={14} aria-hidden />}
          <span className="min-w-0 flex-1 truncate">{path}</span>
          <span className="num text-(--fg3)">{type === 'directory' ? '' : formatSize(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
