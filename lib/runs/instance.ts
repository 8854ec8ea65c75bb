import { newId } from '#lib/ids';
import { singleton } from '#lib/singleton';

/** How long an owner of a run is taken to be alive after its last sign, in ms. */
export const LEASE_MS = 30_000;

/** The name of this process among those that share a database; a restarted one has a new name. */
export function instanceId(): string {
  return singleton('runs.instance', newId);
}
