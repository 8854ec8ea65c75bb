import { commandOf, type Redirection, redirectedStreams } from './ast.ts';
import { STDERR_PATH, STDOUT_PATH } from './devices.ts';

/**
 * Where a stream of a command goes: to the sink (by a redirection of ours), to the terminal by
 * just-bash's own way, to a file of an enclosing redirection, or to a pipe or variable.
 */
export type Route = 'sink' | 'terminal' | 'file' | 'captured';

export interface Place {
  out: Route;
  err: Route;
  /** Redirections around this place that a background job takes along. */
  files: Redirection[];
}

const TO_STDOUT = commandOf(`: >>${STDOUT_PATH}`).redirections;
export const TO_STDERR = commandOf(`: 2>>${STDERR_PATH}`).redirections;

/** The redirections that send a command's output from a place to the sink. */
export function taps(place: Place): Redirection[] {
  return [...(place.out === 'sink' ? TO_STDOUT : []), ...(place.err === 'sink' ? TO_STDERR : [])];
}

/** The place inside a compound command with these redirections. */
export function inside(place: Place, redirections: Redirection[]): Place {
  const own = redirectedStreams({ redirections });
  if (!own.out && !own.err) return place;
  const outputs = redirections.filter((redirection) => {
    const { out, err } = redirectedStreams({ redirections: [redirection] });
    return out || err;
  });
  // The enclosing command has opened the file: a job adds to it.
  const files = outputs.map((redirection) => ({
    ...redirection,
    operator: appending(redirection),
  }));
  return {
    out: own.out ? 'file' : place.out,
    err: own.err ? 'file' : place.err,
    files: [...place.files, ...files],
  };
}

function appending({ operator }: Redirection): Redirection['operator'] {
  if (operator === '&>') return '&>>';
  return operator === '>' || operator === '>|' ? '>>' : operator;
}

/** Where nothing is shown: inside `$(…)`. */
export const CAPTURED: Place = { out: 'captured', err: 'captured', files: [] };
