import { db, isShared, transact } from './db.ts';

/** The right to write for a run: it is lost when another owner takes the run over. */
export interface Fence {
  runId: string;
  epoch: number;
}

/** Another owner has the run: nothing that this one still does may be written. */
export class LostRun extends Error {
  constructor(runId: string) {
    super(`Run ${runId} has another owner.`);
    this.name = 'LostRun';
  }
}

/** The run's row, while the fence holds; on PostgreSQL it stays so until the transaction ends. */
export function heldRun({ runId, epoch }: Fence) {
  return db()
    .selectFrom('run')
    .where('run.id', '=', runId)
    .where('run.epoch', '=', epoch)
    .$if(isShared(), (query) => query.forShare());
}

/**
 * Runs `work` in a transaction that commits only while the fence holds.
 * @throws LostRun
 */
export function fenced<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
  return transact(async () => {
    const row = await heldRun(fence).select('run.id').executeTakeFirst();
    if (!row) throw new LostRun(fence.runId);
    return work();
  });
}
