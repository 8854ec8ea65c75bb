'use client';

import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { FIELD } from './field.tsx';

interface Props {
  label: string;
  /** Of this server: the whole address is shown as the reader reached it. */
  path: string;
  /** What else can be done with the link. */
  children?: ReactNode;
}

/** A link to hand on. Only in a page that is live: the server does not know its own address. */
export function LinkField({ label, path, children }: Props) {
  const url = window.location.origin + path;
  return (
    <div className="flex items-center gap-1">
      <input
        readOnly
        value={url}
        aria-label={label}
        className={`${FIELD} font-mono text-[12.5px]`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={url} />
      {children}
    </div>
  );
}
