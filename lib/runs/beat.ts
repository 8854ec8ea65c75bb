import { env } from '#lib/env';
import { reportBug } from '#lib/report-bug';
import { singleton } from '#lib/singleton';
import { renewLeases, selectOrphans } from '#lib/store/runs';
import { dispatch } from './dispatch.ts';
import { instanceId } from './instance.ts';
import { abortLive, allLive, type LiveRun } from './live.ts';
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
  const driven = allLive();
  const ids = driven.map((live) => live.fence.runId);
  const rows = await renewLeases(instanceId(), ids, env().leaseMs);
  const held = new Map(rows.map((row) => [row.id, row]));
  for (const live of driven) {
    const row = held.get(live.fence.runId);
    if (row?.epoch !== live.fence.epoch) letGo(live);
    else if (row.stop) abortLive(live, 'stop');
  }
  await sayViewers();
  await takeUpOrphans();
}

/** Another owner has the run: what it does here ends, and its viewers turn to the store. */
function letGo(live: LiveRun): void {
  abortLive(live, 'lost');
  live.log.close();
}

/** Hands out the runs that nobody drives. Harmless to do on several instances: only one can claim a run. */
export async function takeUpOrphans(): Promise<void> {
  for (const { id, epoch } of await selectOrphans()) await dispatch(id, epoch);
}
