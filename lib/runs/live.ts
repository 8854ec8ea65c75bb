import { singleton } from '#lib/singleton';
import type { RunLog } from './log.ts';

/** Why a run's signal aborted. */
export type AbortCause = 'stop' | 'shutdown';

/** A run that this process is making. The controller is held here so that it is never collected. */
export interface LiveRun {
  id: string;
  chatId: string;
  log: RunLog;
  controller: AbortController;
  /** Settles when the run has ended and everything of it is stored. */
  done: Promise<void>;
}

const runs = () => singleton('runs.live', () => new Map<string, LiveRun>());

export function addLive(run: LiveRun): void {
  runs().set(run.id, run);
}

export function removeLive(id: string): void {
  runs().delete(id);
}

export function findLive(id: string): LiveRun | undefined {
  return runs().get(id);
}

export function allLive(): LiveRun[] {
  return [...runs().values()];
}
