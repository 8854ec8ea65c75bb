import type { ShareContents } from '#lib/events/api';
import type { EndData, LoupeMessage, LoupePart, StepData } from '#lib/events/types';
import { withhold } from '#lib/events/withheld';

/**
 * A chat's messages as a link shows them: up to the last finished answer, and of each only what a
 * stranger may see. Parts that are not named here stay out, so that a new kind is not shared by accident.
 */
export function shareable(
  messages: readonly LoupeMessage[],
  contents: ShareContents,
): LoupeMessage[] {
  const end = messages.findLastIndex((message) => message.role === 'assistant') + 1;
  return messages.slice(0, end).map(({ id, role, parts, metadata }) => ({
    id,
    role,
    parts: parts.flatMap((part) => shareablePart(part, contents)),
    metadata: {
      createdAt: metadata?.createdAt ?? 0,
      ...(metadata?.continues ? { continues: metadata.continues } : {}),
    },
  }));
}

function shareablePart(part: LoupePart, contents: ShareContents): LoupePart[] {
  if ('toolCallId' in part) return [contents.details ? withoutApproval(part) : withhold(part)];
  switch (part.type) {
    case 'step-start':
    case 'data-policy':
    case 'data-steer':
      return [part];
    case 'text':
      return [{ type: 'text', text: textOf(part, contents), state: 'done' }];
    case 'reasoning':
      return contents.thoughts ? [{ type: 'reasoning', text: part.text, state: 'done' }] : [];
    case 'data-step':
      return [{ ...part, data: stepOf(part.data, contents) }];
    case 'data-notice': {
      const { level, code, message, hint, retry } = part.data;
      const words = contents.details ? { message, ...(hint ? { hint } : {}) } : { message: '' };
      return [{ ...part, data: { level, code, ...words, ...(retry ? { retry } : {}) } }];
    }
    case 'data-draft': {
      const { text, reasoning, why } = part.data;
      const thought = contents.thoughts && reasoning ? { reasoning } : {};
      return [{ ...part, data: { text, ...thought, why: contents.details ? why : '' } }];
    }
    case 'data-end':
      return [{ ...part, data: contents.costs ? part.data : withoutCosts(part.data) }];
    default:
      return [];
  }
}

/** Of an answer that Loupe made of the results only its first line, unless results are shown. */
function textOf(
  { text, providerMetadata }: Extract<LoupePart, { type: 'text' }>,
  { details }: ShareContents,
): string {
  const isFallback = providerMetadata?.loupe?.fallback === true;
  return isFallback && !details ? (text.split('\n')[0] ?? '') : text;
}

type ToolPart = Extract<LoupePart, { toolCallId: string }>;

/** Without what only the way back to a provider needs. */
function withoutApproval(part: ToolPart): ToolPart {
  const {
    approval: _,
    callProviderMetadata: __,
    ...rest
  } = part as ToolPart & {
    approval?: unknown;
    callProviderMetadata?: unknown;
  };
  return rest as ToolPart;
}

function stepOf({ thoughtMs, ...step }: StepData, { thoughts, costs }: ShareContents): StepData {
  const shown = {
    ...step,
    // The name of the connection is nobody else's business.
    model: step.model.replace(/^[^/]+\//, ''),
    ...(thoughts && thoughtMs !== undefined ? { thoughtMs } : {}),
  };
  return costs ? shown : withoutCosts(shown);
}

function withoutCosts<Data extends StepData | EndData>(data: Data): Data {
  const { usage: _, cost: __, ...rest } = data;
  return rest as Data;
}
