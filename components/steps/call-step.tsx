'use client';

import { CallCard } from '#components/cards/call-card';
import type { CallRow } from '#lib/client/timeline';
import { isWithheld } from '#lib/events/withheld';
import { CallDecision } from './call-decision.tsx';
import { CallIcon, toneOf } from './call-icon.tsx';
import { StepRow } from './step-row.tsx';
import { useCall } from './use-call.tsx';

/** One tool call: a line, and the card that it opens. A failure opens by itself. */
export function CallStep({ call, runId }: { call: CallRow; runId: string | undefined }) {
  const { tool, state, verb, subject, time, tag } = useCall(call);
  return (
    <StepRow
      icon={<CallIcon tool={tool} state={state} />}
      tone={toneOf(state)}
      verb={verb}
      subject={subject}
      tag={tag}
      meta={time}
      autoOpen={state === 'failed' || state === 'waiting' || state === 'doubt'}
    >
      {isWithheld(call.part) ? undefined : (
        <>
          <CallDecision part={call.part} />
          <CallCard part={call.part} runId={runId} />
        </>
      )}
    </StepRow>
  );
}
