/** How a command ended; anything but `exit` was ended by us. */
export type ShellEnd = 'exit' | 'timeout' | 'stopped' | 'blocked' | 'memory' | 'crash';

export interface ShellResult {
  stdout: string;
  stderr: string;
  /** As a shell reports it: 124 on a time limit, 130 when stopped, 126 when blocked, 137 when killed. */
  exitCode: number;
  end: ShellEnd;
  /** For `blocked`: which rule, in a few words. */
  reason?: string;
}

export interface FileEntry {
  /** Relative to the workspace, `/`-separated. */
  path: string;
  type: 'file' | 'directory';
  bytes: number;
}

/** One chat's folder. Paths are relative, or absolute under `/workspace`; every method refuses one that leads out. */
export interface Workspace {
  /** Never rejects: what goes wrong is an end of the command. */
  exec(command: string, options: { timeoutMs: number; signal: AbortSignal }): Promise<ShellResult>;
  /** UTF-8 text without a byte order mark; other content is refused as `invalid_input`. */
  readText(path: string): Promise<string>;
  /** Makes parent folders; answers the bytes written. */
  writeText(path: string, text: string): Promise<number>;
  /** A folder's entries, each folder before what is in it, names in order; a file is its only entry. */
  list(path: string, options: { depth: number; limit: number }): Promise<FileEntry[]>;
}

/** Thrown by file methods; `code` tells the tool what to answer. The message holds no server path. */
export class WorkspaceError extends Error {
  readonly code: 'not_found' | 'conflict' | 'too_large' | 'blocked' | 'invalid_input';
  constructor(code: WorkspaceError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
