'use client';

import { useState } from 'react';
import { useMessages } from '#components/ui/locale';
import { getOutput } from '#lib/client/api';
import type { Truncated } from '#lib/client/tool-output';
import { TextView } from './text-view.tsx';

/** Enough to read on in; a page with megabytes of text would freeze. */
const MAX_PIECES = 20;

interface Props {
  truncated: Truncated;
  runId: string;
}

/** The whole of a text that was cut, fetched piece by piece when it is asked for. */
export function LongText({ truncated, runId }: Props) {
  const { t } = useMessages();
  const [pieces, setPieces] = useState<{ offset: number; text: string }[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const read = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  const more = async () => {
    setBusy(true);
    try {
      const slice = await getOutput(runId, truncated.ref, read);
      setPieces([...pieces, { offset: read, text: slice.text }]);
      setFailed('');
    } catch {
      setFailed(t.errors.network ?? '');
    }
    setBusy(false);
  };
  const left = read < truncated.chars && pieces.length < MAX_PIECES;
  return (
    <div className="border-t border-(--line)">
      {pieces.map((piece) => (
        <TextView key={piece.offset} text={piece.text} />
      ))}
      {failed ? <p className="px-3 py-1.5 text-(--err)">{failed}</p> : null}
      {left ? (
        <button
          type="button"
          disabled={busy}
          className="px-3 py-1.5 text-[13px] font-medium text-(--accent) disabled:opacity-50"
          onClick={() => void more()}
        >
          {pieces.length === 0 ? t.step.showAll : t.step.showMore}
        </button>
      ) : null}
    </div>
  );
}
