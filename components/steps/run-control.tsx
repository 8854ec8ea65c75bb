'use client';

import { createContext, useContext } from 'react';
import type { Resolution } from '#lib/events/api';

/** What a person can say to the run that a step belongs to; absent where nobody can. */
export interface RunControl {
  decide(callId: string, approved: boolean, reason?: string): Promise<unknown>;
  resolve(callId: string, resolution: Resolution): Promise<unknown>;
}

const Context = createContext<RunControl | undefined>(undefined);

export const RunControlProvider = Context.Provider;

export function useRunControl(): RunControl | undefined {
  return useContext(Context);
}
