import type { TestProject } from 'vitest/node';
import { type Postgres, startPostgres } from './bin/postgres.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the suite's PostgreSQL; empty where there is none. */
    postgresUrl: string;
  }
}

let postgres: Postgres | undefined;

/** Starts the PostgreSQL of the unit tests. */
export async function setup(project: TestProject): Promise<void> {
  postgres = await startPostgres();
  project.provide('postgresUrl', postgres?.url ?? '');
}

export async function teardown(): Promise<void> {
  await postgres?.stop();
}
