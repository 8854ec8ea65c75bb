import { env } from '#lib/env';
import { reportBug } from '#lib/report-bug';
import { singleton } from '#lib/singleton';
import { isShared } from '#lib/store/db';
import { renewLeases, selectOrphans } from '#lib/store/runs';
import { dispatch } from './dispatch.ts';
import { instanceId } from './instance.ts';
import { abortLive, allLive } from './live.ts';
import { sayViewers } from './presence.ts';

/** Signs of life within one lease. */
const BEATS = 6;

const timers = () => singleton('runs.beat', () => new Set<NodeJS.Timeout>());

/** Begins to prolong this instance's leases, and to look for runs whose owner has died. */
export function startBeat(): void {
  timers().add(
    setInterval(() => {
      beat().catch((error) => reportBug('lease', error));
    }, env().leaseMs / BEATS),
  );
}

export function stopBeat(): void {
  for (const timer of timers()) clearInterval(timer);
  timers().clear();
}

async function beat(): Promise<void> {
  const rows = await renewLeases(instanceId(), env().leaseMs);
  const held = new Map(rows.map((row) => [row.id, row]));
  for (const live of allLive()) {
    const row = held.get(live.fence.runId);
    if (row?.epoch === live.fence.epoch && row.stop) abortLive(live, 'stop');
    else if (row && row.epoch !== live.fence.epoch) abortLive(live, 'lost');
  }
  if (!isShared()) return;
  await sayViewers();
  await takeUpOrphans();
}

/** Hands out the runs that nobody drives. Harmless to do on several instances: only one can claim a run. */
export async function takeUpOrphans(): Promise<void> {
  for (const { id, epoch } of await selectOrphans()) await dispatch(id, epoch);
}
