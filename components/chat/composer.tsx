'use client';

import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '#components/ui/locale';
import type { ChatStore } from '#lib/client/chat-store';
import { useChat } from '#lib/client/hooks';
import type { ChatSettings, ModelList, QueuedMessage } from '#lib/events/api';
import { ComposerOptions, effectiveSettings } from './composer-options.tsx';
import { ContextGauge } from './context-gauge.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { Queue } from './queue.tsx';

/** Beyond this a browser takes seconds to wrap one long line at every key: then lines are not wrapped. */
const WRAPPED_CHARS = 10_000;

interface Props {
  store: ChatStore;
  models: ModelList;
  /** Answers whether the message was taken; if not, its text comes back. */
  onSend(text: string, mode: QueuedMessage['mode']): Promise<boolean>;
  settings: ChatSettings;
  onSettings(changed: ChatSettings): void;
  /** What can be chosen is asked for anew. */
  onModels(): void;
}

/** Where a person writes. What is typed is kept until the server has it. */
export function Composer(props: Props) {
  const { store, models, onSend, settings, onSettings, onModels } = props;
  const { model } = effectiveSettings(settings, models);
  const { t } = useMessages();
  const id = useChat(store, (state) => state.id);
  const phase = useChat(store, (state) => state.phase);
  const failure = useChat(store, (state) => state.failure);
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const key = `loupe-draft-${id}`;
  const idle = phase === 'idle';
  const [mode, setMode] = useState<QueuedMessage['mode']>('queue');
  const large = text.length > WRAPPED_CHARS;

  useEffect(() => {
    setText(sessionStorage.getItem(key) ?? '');
    area.current?.focus();
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = large ? '40dvh' : 'auto';
    if (!large) element.style.height = `${element.scrollHeight}px`;
  }, [text, large]);

  const change = (next: string) => {
    setText(next);
    if (next) sessionStorage.setItem(key, next);
    else sessionStorage.removeItem(key);
  };

  const submit = async () => {
    const message = text.trim();
    if (!message || phase === 'sending') return;
    change('');
    const taken = await onSend(message, mode);
    if (!taken) change(text);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    // The Enter that takes a word from an input method belongs to it; 229 is how Safari tells.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void submit();
  };

  return (
    <form
      id="composer"
      className="mx-auto max-w-[744px]"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure ? (
        <p
          role="alert"
          className="mb-2 rounded-[10px] border border-(--err-line) bg-(--err-bg) px-3 py-2 text-[13.5px]"
        >
          {t.errors[failure.code] ?? [failure.message, failure.hint].filter(Boolean).join(' ')}
        </p>
      ) : null}
      <Queue store={store} />
      <div className="rounded-[14px] border border-(--line2) bg-(--card) px-3 pt-2.5 pb-2 shadow-[0_6px_20px_-12px_rgb(0_0_0/0.2)] focus-within:border-(--fg3)">
        <textarea
          ref={area}
          rows={1}
          wrap={large ? 'off' : 'soft'}
          value={text}
          aria-label={t.composer.label}
          placeholder={idle ? t.composer.placeholder : t.composer.placeholders[mode]}
          className="block max-h-[40dvh] w-full resize-none bg-transparent placeholder:text-(--fg3)"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="mt-1.5 flex items-center gap-2 text-[12.5px] text-(--fg2)">
          <ComposerOptions
            settings={settings}
            models={models}
            onChange={onSettings}
            onOpen={onModels}
          />
          <span className="flex-1" />
          <ContextGauge
            store={store}
            size={models.models.find((each) => each.id === model)?.contextSize}
          />
          {idle ? null : <ModeSwitch mode={mode} onChange={setMode} />}
          <button
            type="submit"
            aria-label={idle ? t.composer.send : t.composer.modes[mode]}
            disabled={phase === 'sending' || !text.trim()}
            className="grid size-[30px] place-items-center rounded-[9px] bg-(--fg) text-(--bg) disabled:opacity-35 max-md:size-10"
          >
            <ArrowUp size={16} aria-hidden />
          </button>
        </div>
      </div>
    </form>
  );
}
