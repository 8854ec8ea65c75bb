import path from 'node:path';
import { WorkspaceError } from './workspace.ts';

/** Where the shell and the model see the workspace. */
export const MOUNT = '/workspace';

const MAX_NAME_BYTES = 255;

/**
 * The parts of a path inside the workspace; none for the workspace itself. Takes relative paths and
 * absolute ones under `/workspace`.
 * @throws WorkspaceError `blocked`, always in the same words, when it leads out or is no such path.
 */
export function workspacePath(given: string): string[] {
  const outside = () => new WorkspaceError('blocked', `Outside the workspace: ${shown(given)}`);
  // Backslashes, `~` and URLs mean nothing here, but whoever writes them means another place.
  if (given.includes('\0') || /^(~(\/|$)|[a-z][a-z\d+.-]*:\/\/)/i.test(given)) throw outside();
  if (given.split('\\').includes('..')) throw outside();
  const absolute = path.posix.resolve(MOUNT, given);
  if (absolute !== MOUNT && !absolute.startsWith(`${MOUNT}/`)) throw outside();
  const parts = absolute
    .slice(MOUNT.length + 1)
    .split('/')
    .filter(Boolean);
  if (parts.some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES)) throw outside();
  return parts;
}

/** A path as a message may show it. */
export function shown(given: string): string {
  const text = JSON.stringify(given.slice(0, 200).toWellFormed()).slice(1, -1);
  return given.length > 200 ? `${text}…` : text;
}
