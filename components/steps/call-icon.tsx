import {
  Ban,
  Calculator,
  Circle,
  CircleAlert,
  CircleHelp,
  Clock,
  Cpu,
  FilePen,
  FilePlus,
  FileText,
  FolderTree,
  Hand,
  Loader,
  type LucideIcon,
  Search,
  Terminal,
  Wrench,
} from 'lucide-react';
import type { CallState } from '#lib/client/timeline';

const TOOLS: Record<string, LucideIcon> = {
  calc: Calculator,
  bash: Terminal,
  read_file: FileText,
  write_file: FilePlus,
  edit_file: FilePen,
  list_files: FolderTree,
  search: Search,
  sysinfo: Cpu,
  time: Clock,
  read_output: FileText,
};

const STATES: Record<Exclude<CallState, 'done'>, LucideIcon> = {
  preparing: Circle,
  waiting: Hand,
  running: Loader,
  failed: CircleAlert,
  stopped: Ban,
  doubt: CircleHelp,
};

/** The state while it matters, the tool's own icon once it is done. */
export function CallIcon({ tool, state }: { tool: string; state: CallState }) {
  const Icon = state === 'done' ? (TOOLS[tool] ?? Wrench) : STATES[state];
  return (
    <Icon
      size={15}
      strokeWidth={1.75}
      aria-hidden
      className={state === 'running' ? 'spin' : undefined}
    />
  );
}

export function toneOf(state: CallState): 'accent' | 'warn' | 'err' | undefined {
  if (state === 'running') return 'accent';
  if (state === 'waiting' || state === 'doubt') return 'warn';
  return state === 'failed' ? 'err' : undefined;
}
