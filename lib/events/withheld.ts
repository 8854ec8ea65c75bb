import type { LoupePart } from './types.ts';

type ToolPart = Extract<LoupePart, { toolCallId: string }>;

const MARK = 'withheld';

/** A call as a shared copy shows it that tells only which tool was called, when, and whether it went well. */
export function withhold(part: ToolPart): ToolPart {
  const base = {
    type: part.type,
    ...(part.type === 'dynamic-tool' ? { toolName: part.toolName } : {}),
    toolCallId: part.toolCallId,
    callProviderMetadata: { loupe: { [MARK]: true } },
    state: part.state,
    input: {},
  };
  if (part.state === 'output-error') {
    // Our own word for a call that a stop cut off; any other may tell what the call was about.
    const errorText = /^Stopped/.test(part.errorText) ? 'Stopped.' : '';
    return { ...base, errorText } as ToolPart;
  }
  if (part.state === 'output-available') {
    return { ...base, output: outcomeOf(part.output) } as ToolPart;
  }
  return base as ToolPart;
}

/** Whether a call's input and result were left out of a shared copy. */
export function isWithheld(part: ToolPart): boolean {
  return 'callProviderMetadata' in part && part.callProviderMetadata?.loupe?.[MARK] === true;
}

/** How a call went, without what it answered. */
function outcomeOf(output: unknown): object {
  const { ok, error } = (output ?? {}) as { ok?: unknown; error?: { code?: unknown } };
  if (ok !== false) return { ok: true };
  return { ok, error: typeof error?.code === 'string' ? { code: error.code } : {} };
}
