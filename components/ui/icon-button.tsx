import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
}

/** A button that shows only an icon; its name is for a screen reader and the tooltip. */
export function IconButton({ label, children, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`grid size-8 place-items-center rounded-lg text-(--fg3) hover:bg-(--hover) hover:text-(--fg) max-md:size-10 ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
