'use client';

import { type ReactNode, useState } from 'react';
import { useMessages } from '#components/ui/locale';
import { callState, failureOf, type ToolPart } from '#lib/client/timeline';
import type { Resolution } from '#lib/events/api';
import { useRunControl } from './run-control.tsx';

const RESOLUTIONS: readonly Resolution[] = ['run-again', 'worked', 'continue', 'stop'];

/** What a person has to say about a call: whether it may run, or what became of one that was cut off. */
export function CallDecision({ part }: { part: ToolPart }) {
  const state = callState(part);
  if (state === 'waiting') return <Approval callId={part.toolCallId} />;
  if (state === 'doubt' && !failureOf(part)?.resolved) return <Doubt callId={part.toolCallId} />;
  return null;
}

function Approval({ callId }: { callId: string }) {
  const { t } = useMessages();
  const control = useRunControl();
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  if (!control) return null;
  const decide = async (approved: boolean) => {
    setBusy(true);
    await control.decide(callId, approved, reason?.trim() || undefined);
    setBusy(false);
  };
  return (
    <Box lead={t.decision.ask}>
      <Choice main disabled={busy} onClick={() => void decide(true)}>
        {t.decision.allow}
      </Choice>
      {reason === undefined ? (
        <Choice disabled={busy} onClick={() => setReason('')}>
          {t.decision.deny}
        </Choice>
      ) : (
        <form
          className="flex min-w-0 flex-1 gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            void decide(false);
          }}
        >
          <input
            // The person has just asked for this field.
            // biome-ignore lint/a11y/noAutofocus: it stands where the button was
            autoFocus
            value={reason}
            aria-label={t.decision.reason}
            placeholder={t.decision.reason}
            className="min-w-0 flex-1 rounded-[7px] border border-(--fg3) bg-(--bg) px-2 py-0.5 max-md:min-h-10"
            onChange={(event) => setReason(event.target.value)}
          />
          <Choice submit disabled={busy}>
            {t.decision.deny}
          </Choice>
        </form>
      )}
    </Box>
  );
}

function Doubt({ callId }: { callId: string }) {
  const { t } = useMessages();
  const control = useRunControl();
  const [busy, setBusy] = useState(false);
  if (!control) return null;
  return (
    <Box lead={t.decision.doubt}>
      {RESOLUTIONS.map((resolution) => (
        <Choice
          key={resolution}
          disabled={busy}
          onClick={() => {
            setBusy(true);
            void control.resolve(callId, resolution).then(() => setBusy(false));
          }}
        >
          {t.decision.resolutions[resolution]}
        </Choice>
      ))}
    </Box>
  );
}

function Box({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="mb-2 rounded-[10px] border border-(--warn-line) bg-(--warn-bg) px-3 py-2 text-[13.5px]">
      <p>{lead}</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">{children}</div>
    </div>
  );
}

interface ChoiceProps {
  /** The one that lets the work go on. */
  main?: boolean;
  submit?: boolean;
  disabled: boolean;
  onClick?(): void;
  children: ReactNode;
}

function Choice({ main = false, submit = false, disabled, onClick, children }: ChoiceProps) {
  const look = main
    ? 'border-(--fg) bg-(--fg) text-(--bg)'
    : 'border-(--line2) bg-(--card) text-(--fg)';
  return (
    <button
      type={submit ? 'submit' : 'button'}
      disabled={disabled}
      className={`rounded-[7px] border px-2.5 py-0.5 text-[13px] font-medium disabled:opacity-60 max-md:min-h-10 ${look}`}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
