'use client';

import type { ReactNode } from 'react';
import { AppearanceMenu } from '#components/settings/appearance-menu';

interface Props {
  title: string;
  lead: string;
  children?: ReactNode;
}

/** A page before the chats: what it is for, and what to fill in. */
export function AccessPage({ title, lead, children }: Props) {
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto] justify-items-center px-5 pt-6 pb-3">
      <div className="w-full max-w-[360px] self-center pb-8">
        <p className="flex items-center gap-2 text-sm font-medium text-(--fg2)">
          {/* biome-ignore lint/performance/noImgElement: an SVG of ours needs no optimising */}
          <img src="/favicon.svg" alt="" width={20} height={20} />
          Loupe
        </p>
        <h1 className="mt-5 text-[22px]/tight font-semibold tracking-tight">{title}</h1>
        <p className="mt-1.5 text-sm text-(--fg2)">{lead}</p>
        {children}
      </div>
      <div className="text-[13px]">
        <AppearanceMenu />
      </div>
    </main>
  );
}
