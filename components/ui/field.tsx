import type { InputHTMLAttributes, ReactNode } from 'react';

export const FIELD =
  'w-full min-w-0 rounded-lg border border-(--fg3) bg-(--bg) px-2.5 py-1.5 text-sm placeholder:text-(--fg3)';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: ReactNode;
}

/** A labelled line of a form. */
export function Field({ label, hint, ...input }: Props) {
  return (
    <label className="grid gap-1 text-[13px]">
      <span className="font-medium">{label}</span>
      <input className={FIELD} {...input} />
      {hint ? <span className="text-xs text-(--fg3)">{hint}</span> : null}
    </label>
  );
}
