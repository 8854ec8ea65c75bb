'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Person } from '#lib/events/api';

const PersonContext = createContext<Person | undefined>(undefined);

export function PersonProvider({
  person,
  children,
}: {
  person: Person | undefined;
  children: ReactNode;
}) {
  return <PersonContext value={person}>{children}</PersonContext>;
}

/** Who is signed in; undefined where nobody signs in. */
export function usePerson(): Person | undefined {
  return useContext(PersonContext);
}

/** Whether connections and people are theirs to change: where nobody signs in, they are everybody's. */
export function mayChangeServer(person: Person | undefined): boolean {
  return person === undefined || person.role === 'owner';
}
