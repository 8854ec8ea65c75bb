/** Writes an error that no user caused to the server's own log. */
export function reportBug(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`[loupe] ${where}: ${text}\n`);
}
