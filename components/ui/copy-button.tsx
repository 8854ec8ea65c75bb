'use client';

import { Check, Copy } from 'lucide-react';
import { useFlash } from '#lib/client/hooks';
import { IconButton } from './icon-button.tsx';
import { useMessages } from './locale.tsx';

export function CopyButton({ text }: { text: string }) {
  const { t } = useMessages();
  const [copied, flash] = useFlash();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    flash();
  };
  return (
    <IconButton label={copied ? t.run.copied : t.run.copy} onClick={() => void copy()}>
      {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
    </IconButton>
  );
}
