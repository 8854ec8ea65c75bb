'use client';

import { Eye, Hand, Loader, Menu, RotateCw, Square } from 'lucide-react';
import { ShareMenu } from '#components/share/share-menu';
import { IconButton } from '#components/ui/icon-button';
import { useMessages } from '#components/ui/locale';
import type { ChatState, ChatStore } from '#lib/client/chat-store';
import { useChat, useNow } from '#lib/client/hooks';
import type { EndData, StepData } from '#lib/events/types';
import { formatCost, formatCount, formatDuration } from '#lib/i18n/format';

/** What the run that is on is doing, and Stop; else what the chat is about. Always there, so that nothing moves. */
export function RunBar({ store, onMenu }: { store: ChatStore; onMenu(): void }) {
  const { t } = useMessages();
  const phase = useChat(store, (state) => state.phase);
  const title = useChat(store, titleOf);
  const reconnecting = useChat(store, (state) => state.reconnecting);
  return (
    <header className="relative flex h-11 shrink-0 items-center gap-2.5 border-b border-(--line) px-5 text-[13px] text-(--fg2) max-md:px-2">
      <IconButton label={t.sidebar.open} onClick={onMenu} className="md:hidden">
        <Menu size={18} aria-hidden />
      </IconButton>
      {phase === 'idle' ? (
        <>
          {title ? (
            <h1 className="min-w-0 flex-1 truncate">{title}</h1>
          ) : (
            <span className="flex-1" />
          )}
          {reconnecting ? <Reconnecting store={store} text={t.run.offline} /> : null}
          <Viewers store={store} />
          <ChatTotal store={store} />
          {title ? <ShareMenu chatId={store.getState().id} /> : null}
        </>
      ) : (
        <>
          {title ? <h1 className="sr-only">{title}</h1> : null}
          <Running store={store} />
        </>
      )}
    </header>
  );
}

/** What the whole chat has taken. */
function ChatTotal({ store }: { store: ChatStore }) {
  const { t, locale } = useMessages();
  const tokens = useChat(store, chatTokens);
  const cost = useChat(store, chatCost);
  if (tokens === 0) return null;
  const parts = [t.run.totalTokens(formatCount(tokens, locale)), formatCost(cost)];
  return <span className="num whitespace-nowrap text-(--fg3)">{parts.join(' · ')}</span>;
}

function Running({ store }: { store: ChatStore }) {
  const { t, locale } = useMessages();
  const phase = useChat(store, (state) => state.phase);
  const reconnecting = useChat(store, (state) => state.reconnecting);
  const step = useChat(store, currentStep);
  const waiting = useChat(store, (state) => state.status === 'waiting');
  const usage = useChat(store, totalTokens);
  const startedAt = useChat(store, runStart);
  const now = useNow(true);
  const elapsed = startedAt && now ? formatDuration(Math.max(0, now - startedAt), locale) : '';
  const [input, output] = usage.split(':').map(Number);
  const share = step ? (step.n / step.max) * 100 : 0;
  return (
    <>
      {waiting ? (
        <Hand size={15} strokeWidth={1.75} aria-hidden className="text-(--warn)" />
      ) : (
        <Loader size={15} strokeWidth={1.75} aria-hidden className="spin text-(--accent)" />
      )}
      {reconnecting ? <Reconnecting store={store} text={t.run.reconnecting} /> : null}
      {waiting && !reconnecting ? <span>{t.run.needsYou}</span> : null}
      {reconnecting ? null : (
        <b className="num font-[550] text-(--fg)">
          {step ? t.run.stepOf(step.n, step.max) : t.run.starting}
        </b>
      )}
      <span className="num">{elapsed}</span>
      {input && output ? (
        <span className="num max-md:hidden">
          {t.run.tokens(formatCount(input, locale), formatCount(output, locale))}
        </span>
      ) : null}
      <span className="flex-1" />
      <Viewers store={store} />
      <button
        type="button"
        disabled={phase === 'stopping' || phase === 'sending'}
        className="flex items-center gap-1.5 rounded-[7px] border border-(--line2) bg-(--card) px-2.5 py-0.5 text-[13px] text-(--fg) disabled:opacity-60 max-md:min-h-10"
        onClick={() => void store.stop()}
      >
        <Square size={11} fill="currentColor" aria-hidden />
        {phase === 'stopping' ? t.composer.stopping : t.composer.stop}
      </button>
      <span
        aria-hidden
        className="absolute -bottom-px left-0 h-0.5 bg-(--accent)"
        style={{ width: `${share}%` }}
      />
    </>
  );
}

/** The connection is being made again; nobody has to do anything, and who does not want to wait can. */
function Reconnecting({ store, text }: { store: ChatStore; text: string }) {
  const { t } = useMessages();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-(--fg3)">
      <span className="truncate">{text}</span>
      <IconButton label={t.run.reconnectNow} className="size-7" onClick={() => store.reconnect()}>
        <RotateCw size={13} aria-hidden />
      </IconButton>
    </span>
  );
}

/** How many look at this chat, once it is more than oneself. */
function Viewers({ store }: { store: ChatStore }) {
  const { t } = useMessages();
  const viewers = useChat(store, (state) => state.viewers);
  if (viewers < 2) return null;
  return (
    <span className="num flex items-center gap-1 whitespace-nowrap text-(--fg3)">
      <Eye size={14} aria-hidden />
      <span aria-hidden>{viewers}</span>
      <span className="sr-only">{t.run.viewers(viewers)}</span>
    </span>
  );
}

function stepsOf({ entries }: ChatState): StepData[] {
  const last = entries.at(-1);
  if (last?.role !== 'assistant') return [];
  return last.view.steps.flatMap((step) =>
    step.parts.flatMap((part) => (part.type === 'data-step' ? [part.data] : [])),
  );
}

function ends({ entries }: ChatState): EndData[] {
  return entries.flatMap((entry) =>
    entry.role === 'assistant'
      ? entry.view.steps
          .flatMap((step) => step.parts)
          .flatMap((part) => (part.type === 'data-end' && part.data.usage ? [part.data] : []))
      : [],
  );
}

function chatTokens(state: ChatState): number {
  return ends(state).reduce(
    (sum, { usage }) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    0,
  );
}

/** US dollars; unknown when that of any run is. */
function chatCost(state: ChatState): number | undefined {
  return ends(state).reduce<number | undefined>(
    (sum, { cost }) => (sum === undefined || cost === undefined ? undefined : sum + cost),
    0,
  );
}

function titleOf({ entries }: ChatState): string {
  const first = entries.find((entry) => entry.role === 'user');
  const parts = first?.role === 'user' ? first.message.parts : [];
  const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(' ');
  return text.slice(0, 200);
}

function currentStep(state: ChatState): StepData | undefined {
  return stepsOf(state).at(-1);
}

function runStart(state: ChatState): number | undefined {
  return stepsOf(state)[0]?.startedAt;
}

/** `input:output`: a string, so that an unchanged sum is the same value. */
function totalTokens(state: ChatState): string {
  const sum = (key: 'inputTokens' | 'outputTokens') =>
    stepsOf(state).reduce((total, step) => total + (step.usage?.[key] ?? 0), 0);
  return `${sum('inputTokens')}:${sum('outputTokens')}`;
}
