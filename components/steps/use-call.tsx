'use client';

import { useMessages } from '#components/ui/locale';
import { Tag } from '#components/ui/tag';
import { useNow } from '#lib/client/hooks';
import { type CallRow, callState, failureOf, subjectOf } from '#lib/client/timeline';
import { toolNameOf } from '#lib/events/reduce';
import { formatDuration } from '#lib/i18n/format';

/** Everything that a row says of a call, in the person's language. */
export function useCall({ part, timing }: CallRow) {
  const { t, locale } = useMessages();
  const state = callState(part);
  const now = useNow(state === 'running');
  const tool = toolNameOf(part);
  const known = t.tools[tool];
  const [running, done] = known ?? t.otherTool;
  const begun = state !== 'running' && state !== 'preparing' && state !== 'waiting';
  const verb = begun ? done : running;
  const elapsed = timing && now ? Math.max(0, now - timing.startedAt) : undefined;
  const ms = timing?.ms ?? (elapsed !== undefined && elapsed >= 1000 ? elapsed : undefined);
  const time = ms === undefined ? '' : formatDuration(ms, locale);
  const subject = [known ? '' : tool, subjectOf(part), shortResult(part)].filter(Boolean).join(' ');
  const label = useStateLabel(part, timing);
  return {
    tool,
    state,
    verb,
    subject,
    time,
    tag: label ? <Tag tone={label.tone}>{label.text}</Tag> : undefined,
  };
}

function useStateLabel(part: CallRow['part'], timing: CallRow['timing']) {
  const { t } = useMessages();
  const state = callState(part);
  if (state === 'preparing') return { tone: 'mute', text: t.step.preparing } as const;
  if (state === 'waiting') return { tone: 'warn', text: t.step.waiting } as const;
  if (state === 'running') return { tone: 'run', text: t.step.running } as const;
  if (state === 'stopped') return { tone: 'mute', text: t.step.stopped } as const;
  if (state === 'done') {
    if (timing?.attempt) return { tone: 'mute', text: t.step.ranAgain } as const;
    return timing?.approved ? ({ tone: 'mute', text: t.step.allowed } as const) : undefined;
  }
  if (state === 'doubt') return { tone: 'warn', text: t.step.inDoubt } as const;
  const { code } = failureOf(part) ?? {};
  if (code === 'denied') return { tone: 'mute', text: t.step.denied } as const;
  if (code === 'blocked') return { tone: 'err', text: t.step.blocked } as const;
  if (code === 'timeout') return { tone: 'warn', text: t.step.timeLimit } as const;
  const exit = exitCodeOf(part);
  if (code === 'exec_failed' && exit) return { tone: 'warn', text: t.step.exitCode(exit) } as const;
  return { tone: 'err', text: t.step.failed } as const;
}

function exitCodeOf(part: CallRow['part']): string | undefined {
  const output = part.state === 'output-available' ? (part.output as { exitCode?: unknown }) : {};
  return typeof output?.exitCode === 'number' ? String(output.exitCode) : undefined;
}

/** A result that is short enough to stand in the row. */
function shortResult(part: CallRow['part']): string {
  if (part.state !== 'output-available' || toolNameOf(part) !== 'calc') return '';
  const { result } = part.output as { result?: unknown };
  return result === undefined ? '' : `= ${String(result).slice(0, 60)}`;
}
