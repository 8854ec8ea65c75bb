import { singleton } from './singleton.ts';

const controller = () => singleton('shutdown', () => new AbortController());

/** Aborts when this process is told to end: what is open lets go, so that another can take over. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

export function beginShutdown(): void {
  controller().abort();
}
