'use client';

import {
  CircleAlert,
  Hand,
  Loader,
  LockKeyhole,
  Pencil,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button';
import { useMessages } from '#components/ui/locale';
import { usePerson } from '#components/ui/person';
import type { ChatSummary } from '#lib/events/api';

interface Props {
  chat: ChatSummary;
  open: boolean;
  onOpen(): void;
  onRename(title: string): void;
  onTeam(team: boolean): void;
  onDelete(): void;
}

/** One chat of the list: its state where it matters, its title, and what can be done with it. */
export function ChatItem({ chat, open, onOpen, onRename, onTeam, onDelete }: Props) {
  const { t } = useMessages();
  const person = usePerson();
  const mine = person !== undefined && chat.owner?.id === person.id;
  const mayManage = mine || person === undefined || person.role === 'owner';
  const [mode, setMode] = useState<'link' | 'rename' | 'delete'>('link');
  if (mode === 'rename') {
    return (
      <li>
        <RenameForm
          title={chat.title}
          onDone={(title) => {
            setMode('link');
            if (title && title !== chat.title) onRename(title);
          }}
        />
      </li>
    );
  }
  if (mode === 'delete') {
    return (
      <li className="rounded-lg border border-(--err-line) bg-(--err-bg) p-2">
        <p>{t.sidebar.confirmDelete}</p>
        <p className="mt-1.5 flex gap-1.5">
          <button
            type="button"
            className="rounded-md bg-(--err) px-2 py-0.5 font-medium text-(--bg)"
            onClick={onDelete}
          >
            {t.sidebar.delete}
          </button>
          <button
            type="button"
            className="rounded-md border border-(--line2) bg-(--card) px-2 py-0.5"
            onClick={() => setMode('link')}
          >
            {t.sidebar.cancel}
          </button>
        </p>
      </li>
    );
  }
  return (
    <li
      className={`group flex items-center rounded-[7px] ${open ? 'bg-(--hover) text-(--fg)' : 'text-(--fg2) hover:bg-(--hover)'}`}
    >
      <Link
        href={`/c/${chat.id}`}
        prefetch={false}
        aria-current={open ? 'page' : undefined}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 max-md:min-h-10"
        onClick={onOpen}
      >
        <StateIcon state={chat.state} />
        <span className="truncate">{chat.title}</span>
        {person && chat.team ? (
          <Users
            size={13}
            role="img"
            aria-label={mine ? t.sidebar.team : t.sidebar.teamOf(chat.owner?.name ?? '')}
            className="ml-auto shrink-0 text-(--fg3)"
          />
        ) : null}
      </Link>
      <span className="hidden group-focus-within:flex group-hover:flex max-md:flex">
        {mine ? (
          <IconButton
            label={`${chat.team ? t.sidebar.toPrivate : t.sidebar.toTeam}: ${chat.title}`}
            className="size-7"
            onClick={() => onTeam(!chat.team)}
          >
            {chat.team ? <LockKeyhole size={13} aria-hidden /> : <UserPlus size={13} aria-hidden />}
          </IconButton>
        ) : null}
        {mayManage ? (
          <>
            <IconButton
              label={`${t.sidebar.rename}: ${chat.title}`}
              className="size-7"
              onClick={() => setMode('rename')}
            >
              <Pencil size={13} aria-hidden />
            </IconButton>
            <IconButton
              label={`${t.sidebar.delete}: ${chat.title}`}
              className="size-7"
              onClick={() => setMode('delete')}
            >
              <Trash2 size={13} aria-hidden />
            </IconButton>
          </>
        ) : null}
      </span>
    </li>
  );
}

function StateIcon({ state }: { state: ChatSummary['state'] }) {
  const { t } = useMessages();
  if (state === 'running') {
    return (
      <Loader
        size={14}
        role="img"
        aria-label={t.sidebar.running}
        className="spin shrink-0 text-(--accent)"
      />
    );
  }
  if (state === 'waiting') {
    return (
      <Hand
        size={14}
        role="img"
        aria-label={t.sidebar.needsYou}
        className="shrink-0 text-(--warn)"
      />
    );
  }
  if (state === 'failed') {
    return (
      <CircleAlert
        size={14}
        role="img"
        aria-label={t.sidebar.failedRun}
        className="shrink-0 text-(--err)"
      />
    );
  }
  return null;
}

function RenameForm({ title, onDone }: { title: string; onDone(title: string): void }) {
  const { t } = useMessages();
  const [text, setText] = useState(title);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim());
      }}
    >
      <input
        // The person has just asked to type here.
        ref={(element) => element?.focus()}
        value={text}
        maxLength={200}
        aria-label={t.sidebar.rename}
        className="w-full rounded-[7px] border border-(--accent) bg-(--card) px-2 py-1 outline-none"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onDone(text.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(title);
        }}
      />
    </form>
  );
}
