'use client';

import { ExternalLink, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { LinkField } from '#components/ui/link-field';
import { useMessages } from '#components/ui/locale';
import { deleteShare, getShare, postShare } from '#lib/client/api';
import { failureWords } from '#lib/client/failure-words';
import type { ShareContents, ShareLink } from '#lib/events/api';

const CONTENTS = ['details', 'thoughts', 'costs'] as const;
const NOTHING: ShareContents = { thoughts: false, details: false, costs: false };

/** Makes a link to a copy of the chat, says what it shows, brings it up to date and takes it back. */
export function ShareMenu({ chatId }: { chatId: string }) {
  const { t } = useMessages();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-8 items-center gap-1.5 rounded-lg px-2 text-(--fg2) [anchor-name:--share] hover:bg-(--hover) hover:text-(--fg) max-md:min-h-10"
      >
        <Share2 size={15} aria-hidden />
        <span className="max-md:sr-only">{t.share.label}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t.share.title}
        className="inset-auto m-0 mt-1 w-[min(22rem,calc(100vw-1.5rem))] rounded-xl border border-(--line2) bg-(--card) p-3.5 text-[13px] text-(--fg) shadow-lg [position-anchor:--share] [right:anchor(right)] [top:anchor(bottom)]"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open ? <ShareForm chatId={chatId} /> : null}
      </div>
    </>
  );
}

function ShareForm({ chatId }: { chatId: string }) {
  const { t } = useMessages();
  const [link, setLink] = useState<ShareLink>();
  const [contents, setContents] = useState(NOTHING);
  const [busy, setBusy] = useState(true);
  const [failure, setFailure] = useState('');

  const attempt = async (ask: () => Promise<ShareLink | undefined>) => {
    setBusy(true);
    setFailure('');
    try {
      const answer = await ask();
      setLink(answer);
      if (answer) setContents(answer.contents);
    } catch (error) {
      setFailure(failureWords(error, t));
    }
    setBusy(false);
  };
  // Once, when the menu opens: a teammate may have shared the chat meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is this chat's, whose menu this is
  useEffect(() => {
    void attempt(() => getShare(chatId));
  }, [chatId]);

  const changed = link && CONTENTS.some((each) => contents[each] !== link.contents[each]);
  return (
    <form
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => postShare(chatId, contents));
      }}
    >
      <p className="text-(--fg2)">{t.share.lead}</p>
      <fieldset className="grid gap-0.5">
        <legend className="mb-0.5 font-medium">{t.share.shows}</legend>
        {CONTENTS.map((each) => (
          <label key={each} className="flex min-h-7 items-center gap-2 max-md:min-h-10">
            <input
              type="checkbox"
              checked={contents[each]}
              className="accent-(--accent)"
              onChange={(event) => setContents({ ...contents, [each]: event.target.checked })}
            />
            {t.share.contents[each]}
          </label>
        ))}
      </fieldset>
      {link ? (
        <LinkField label={t.share.link} path={`/s/${link.token}`}>
          <a
            href={`/s/${link.token}`}
            target="_blank"
            rel="noreferrer"
            aria-label={t.share.open}
            title={t.share.open}
            className="grid size-8 shrink-0 place-items-center rounded-lg text-(--fg3) hover:bg-(--hover) hover:text-(--fg) max-md:size-10"
          >
            <ExternalLink size={15} aria-hidden />
          </a>
        </LinkField>
      ) : null}
      {link ? (
        <p className="text-(--fg2)">
          {t.share.has(link.messages)} {link.behind || changed ? t.share.behind : t.share.upToDate}
        </p>
      ) : null}
      {failure ? (
        <p role="alert" className="text-(--err)">
          {failure}
        </p>
      ) : null}
      <p className="flex flex-wrap gap-1.5">
        <button type="submit" disabled={busy} className={`${BUTTON} bg-(--fg) text-(--bg)`}>
          {link ? t.share.update : t.share.create}
        </button>
        {link ? (
          <button
            type="button"
            disabled={busy}
            className={`${BUTTON} bg-(--card)`}
            onClick={() => void attempt(() => deleteShare(chatId).then(() => undefined))}
          >
            {t.share.end}
          </button>
        ) : null}
      </p>
    </form>
  );
}

const BUTTON =
  'rounded-lg border border-(--line2) px-2.5 py-1 font-medium disabled:opacity-60 max-md:min-h-10';
