'use client';

import { useMessages } from '#components/ui/locale';
import type { ChatState, ChatStore } from '#lib/client/chat-store';
import { useChat } from '#lib/client/hooks';
import { formatCount } from '#lib/i18n/format';

const RADIUS = 6;
const AROUND = 2 * Math.PI * RADIUS;
const NEARLY_FULL = 0.8;

interface Props {
  store: ChatStore;
  /** Of the model's context, in tokens; unknown when absent. */
  size: number | undefined;
}

/** How much of the model's context the chat takes, as its last step counted it. */
export function ContextGauge({ store, size }: Props) {
  const { t, locale } = useMessages();
  const used = useChat(store, usedTokens);
  const estimated = useChat(store, isEstimated);
  if (used === 0) return null;
  const shown = `${estimated ? '≈ ' : ''}${formatCount(used, locale)}`;
  const share = size ? Math.min(1, used / size) : 0;
  const label = size
    ? t.composer.context(shown, formatCount(size, locale))
    : t.composer.contextUsed(shown);
  return (
    <span role="img" aria-label={label} title={label} className="num flex items-center gap-1.5">
      {size ? (
        <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden className="-rotate-90">
          <circle cx={8} cy={8} r={RADIUS} fill="none" strokeWidth={2.5} stroke="var(--line2)" />
          <circle
            cx={8}
            cy={8}
            r={RADIUS}
            fill="none"
            strokeWidth={2.5}
            stroke={share > NEARLY_FULL ? 'var(--warn)' : 'var(--fg2)'}
            strokeDasharray={`${share * AROUND} ${AROUND}`}
          />
        </svg>
      ) : null}
      <span aria-hidden className="max-md:hidden">
        {size ? `${Math.round(share * 100)}%` : shown}
      </span>
    </span>
  );
}

function lastUsage({ entries }: ChatState) {
  for (const entry of entries.toReversed()) {
    if (entry.role !== 'assistant') continue;
    const parts = entry.view.steps.flatMap((step) => step.parts);
    const counted = parts.findLast((part) => part.type === 'data-step' && part.data.usage);
    if (counted?.type === 'data-step') return counted.data.usage;
  }
  return undefined;
}

/** A step's input is the whole conversation before it; its output is what comes on top. */
function usedTokens(state: ChatState): number {
  const { inputTokens = 0, outputTokens = 0 } = lastUsage(state) ?? {};
  return inputTokens + outputTokens;
}

function isEstimated(state: ChatState): boolean {
  return lastUsage(state)?.estimated === true;
}
