'use client';

import { useEffect, useRef, useState } from 'react';
import { useMessages } from '#components/ui/locale';
import type { ChatState, ChatStore } from '#lib/client/chat-store';
import { useChat } from '#lib/client/hooks';
import { timelineOf } from '#lib/client/timeline';

/** At most one sentence in this time, in ms: a listener hears of steps, never of tokens. */
const PAUSE_MS = 1500;

/** Tells a screen reader when a step begins and how the run ends. */
export function Announcer({ store }: { store: ChatStore }) {
  const { t } = useMessages();
  const event = useChat(store, eventOf);
  const [said, setSaid] = useState('');
  const wasBusy = useRef(false);
  useEffect(() => {
    const [kind, n, max] = event.split(':');
    if (kind === 'step') wasBusy.current = true;
    // The end of a run that nobody here saw is no news.
    if (kind === 'idle' || !wasBusy.current) return;
    const ended = kind === 'answered' ? t.answerReady : undefined;
    const reason = t.reasons[kind as keyof typeof t.reasons];
    const text = kind === 'step' ? t.run.stepOf(Number(n), Number(max)) : (ended ?? reason ?? '');
    const timer = setTimeout(() => setSaid(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [event, t]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** What there is to say, as a string: the same event is said once. */
function eventOf({ entries, phase }: ChatState): string {
  const last = entries.at(-1);
  if (last?.role !== 'assistant') return 'idle';
  const { steps, end } = timelineOf(last.view);
  if (end) return end.reason;
  const step = steps.at(-1)?.data;
  return phase !== 'idle' && step ? `step:${step.n}:${step.max}` : 'idle';
}
