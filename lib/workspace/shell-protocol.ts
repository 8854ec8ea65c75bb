/** What the server and the shell's process say to each other. */
export type ToShell =
  | { type: 'ping'; id: number }
  | { type: 'run'; id: number; command: string; timeoutMs: number }
  | { type: 'cancel'; id: number };

export type FromShell =
  | { type: 'ready' }
  | { type: 'pong'; id: number }
  | { type: 'output'; id: number; stream: 'stdout' | 'stderr'; text: string }
  | {
      type: 'done';
      id: number;
      exitCode: number;
      end: 'exit' | 'timeout' | 'blocked';
      reason?: string;
    };
