import { singleton } from '#lib/singleton';
import type { Fence } from '#lib/store/fence';
import type { RunLog } from './log.ts';

/** Why a run's signal aborted: a person, another owner that took the run over, or this process going down. */
export type AbortCause = 'stop' | 'lost' | 'shutdown';

/** A run that this process drives. The controller is held here so that it is never collected. */
export interface LiveRun {
  chatId: string;
  fence: Fence;
  log: RunLog;
  controller: AbortController;
  /** Set when the process goes down: the run is given back after the step that is on. */
  leaving: boolean;
  /** Settles when this process has let go of the run. */
  done: Promise<unknown>;
}

const runs = () => singleton('runs.live', () => new Map<string, LiveRun>());

export function addLive(run: LiveRun): void {
  runs().set(run.fence.runId, run);
}

export function removeLive(run: LiveRun): void {
  if (runs().get(run.fence.runId) === run) runs().delete(run.fence.runId);
}

export function findLive(id: string): LiveRun | undefined {
  return runs().get(id);
}

export function allLive(): LiveRun[] {
  return [...runs().values()];
}

/** Ends what a run is doing, for a reason. */
export function abortLive(run: LiveRun, cause: AbortCause): void {
  run.controller.abort(cause);
}
