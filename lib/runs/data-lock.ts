import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { singleton } from '#lib/singleton';

/** How long an earlier server may take to come to its end, in ms. */
const WAIT_MS = 15_000;
const AGAIN_MS = 100;

/**
 * Makes this process the only one that drives runs from a data directory, for as long as it lives. The
 * lock is one of the system's, through an SQLite file of its own: it goes with the process, however that ends.
 * @throws Error when another process keeps it
 */
export async function lockDataDir(dataDir: string, waitMs = WAIT_MS): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(path.join(/* turbopackIgnore: true */ dataDir, 'loupe.lock'));
  const until = Date.now() + waitMs;
  while (!tryLock(file)) {
    if (Date.now() > until) {
      file.close();
      throw new Error(
        `Another Loupe runs on ${dataDir}. Stop it, set LOUPE_DATA to another folder, or let both use one PostgreSQL with DATABASE_URL.`,
      );
    }
    await sleep(AGAIN_MS);
  }
  // Held here: a collected handle would give the lock back.
  singleton('runs.data-lock', () => file);
}

function tryLock(file: DatabaseSync): boolean {
  try {
    file.exec('begin exclusive');
    return true;
  } catch {
    return false;
  }
}
