export interface Postgres {
  /** `postgres://…` without a database. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}
export function ensurePostgres(): string | undefined;
export function startPostgres(): Promise<Postgres | undefined>;
