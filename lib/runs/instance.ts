import { newId } from '#lib/ids';
import { singleton } from '#lib/singleton';

/** The name of this process among those that share a database; a restarted one has a new name. */
export function instanceId(): string {
  return singleton('runs.instance', newId);
}
