import type { ReactNode } from 'react';

const TONES = {
  run: 'text-(--accent) bg-(--accent-bg)',
  warn: 'text-(--warn) bg-(--warn-bg)',
  err: 'text-(--err) bg-(--err-bg)',
  mute: 'text-(--fg2) bg-(--hover)',
} as const;

export function Tag({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-[5px] px-1.5 text-[11.5px]/5 font-medium ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
