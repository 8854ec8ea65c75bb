import {
  InvalidToolInputError,
  type Experimental_LanguageModelStreamPart as LanguageModelStreamPart,
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  experimental_streamLanguageModelCall as streamLanguageModelCall,
  type ToolSet,
  toUIMessageChunk,
  wrapLanguageModel,
} from 'ai';
import type { LoupeChunk, LoupeMessage, Usage } from '#lib/events/types';
import { toFailure } from '#lib/models/classify';
import type { ProviderFailure } from '#lib/models/failure';
import { guard } from '#lib/models/guard';
import type { ResolvedModel } from '#lib/models/resolve';
import type { ToolCall } from '#lib/tools/run-tool';
import { isCutOff } from './json-cut.ts';
import { repairCall } from './repair-call.ts';

export interface ModelRequest {
  model: ResolvedModel;
  instructions: string;
  messages: ModelMessage[];
  /** Absent: the request names no tools at all. */
  tools?: ToolSet;
  toolsOff: boolean;
  /** Ids of tool calls that are taken. */
  usedIds: Set<string>;
  signal: AbortSignal;
  /** What the call has shown so far is taken back: it was read wrongly. */
  onReset(): void;
}

/** What one model call came to. */
export interface ModelTurn {
  text: string;
  /** Calls with a known name and valid input, in the order in which the model made them. */
  calls: ToolCall[];
  /** Calls that were answered with an error at once. */
  invalidCalls: number;
  usage?: Usage;
  /** The provider stopped the text at its own limit, or its filter did. */
  cut?: 'length' | 'content-filter';
  failure?: ProviderFailure;
}

/**
 * One model call; its thoughts, text and calls are emitted as they stream. Does not throw for what a
 * provider does. The SDK's single call is used, not its loop: the loop is ours, and each of the loop's
 * stream stages would cost per delta.
 */
export async function askModel(
  request: ModelRequest,
  emit: (chunk: LoupeChunk) => void,
): Promise<ModelTurn> {
  const turn: ModelTurn = { text: '', calls: [], invalidCalls: 0 };
  try {
    const { stream } = await streamLanguageModelCall<ToolSet>({
      model: wrapLanguageModel({ model: request.model.model, middleware: guard(request.usedIds) }),
      instructions: request.instructions,
      messages: request.messages,
      ...(request.tools ? { tools: request.tools } : {}),
      ...(request.tools && request.toolsOff ? { toolChoice: 'none' as const } : {}),
      repairToolCall: repairCall,
      abortSignal: request.signal,
    });
    for await (const part of stream) {
      if (request.signal.aborted) break;
      takePart(part, request, turn, emit);
    }
  } catch (error) {
    if (!request.signal.aborted) turn.failure ??= toFailure(error);
  }
  return turn;
}

type Part = LanguageModelStreamPart<ToolSet>;

function takePart(
  part: Part,
  request: ModelRequest,
  turn: ModelTurn,
  emit: (chunk: LoupeChunk) => void,
): void {
  switch (part.type) {
    case 'model-call-end': {
      const counts = toUsage(part.usage);
      if (Object.keys(counts).length > 0) turn.usage = counts;
      const { finishReason } = part;
      if (finishReason === 'length' || finishReason === 'content-filter') turn.cut = finishReason;
      return;
    }
    // A failure becomes a notice: an `error` chunk would end every client.
    case 'error':
      turn.failure ??= toFailure(part.error);
      return;
    case 'model-call-start':
    case 'model-call-response-metadata':
    // The call itself has said that it is invalid.
    case 'tool-error':
      return;
    default:
      break;
  }
  const chunk = toUIMessageChunk<ToolSet, LoupeMessage>(part, {
    ...(request.tools ? { tools: request.tools } : {}),
    onError: (error) => describeInvalidCall(error) ?? '',
  });
  if (!chunk) return;
  if (!isReset(chunk)) {
    take(chunk, turn, emit);
    return;
  }
  turn.text = '';
  request.onReset();
  take({ type: chunk.type, id: chunk.id }, turn, emit);
}

function take(chunk: LoupeChunk, turn: ModelTurn, emit: (chunk: LoupeChunk) => void): void {
  switch (chunk.type) {
    case 'text-delta':
      turn.text += chunk.delta;
      break;
    case 'tool-input-available':
      turn.calls.push({ id: chunk.toolCallId, name: chunk.toolName, input: chunk.input });
      break;
    case 'tool-input-error':
      turn.invalidCalls++;
      break;
    default:
      break;
  }
  emit(chunk);
}

type StartChunk = Extract<LoupeChunk, { type: 'text-start' | 'reasoning-start' }>;

function isReset(chunk: LoupeChunk): chunk is StartChunk {
  const start = chunk.type === 'text-start' || chunk.type === 'reasoning-start';
  return start && chunk.providerMetadata?.loupe?.reset === true;
}

/** What the model and the person read of a call that cannot run; undefined for any other error. */
function describeInvalidCall(error: unknown): string | undefined {
  if (NoSuchToolError.isInstance(error)) {
    const names = error.availableTools?.join(', ') ?? '';
    return `Error: there is no tool "${error.toolName}". Available tools: ${names}.`;
  }
  if (InvalidToolInputError.isInstance(error)) {
    return `Error: the input of ${error.toolName} is not valid: ${reasonOf(error)}. Call it again with a valid input.`;
  }
  return undefined;
}

/** The schema's own words, one per field, out of the SDK's wrapping. */
function reasonOf(error: InvalidToolInputError): string {
  const cause = error.cause as { cause?: { issues?: unknown }; message?: string } | undefined;
  const issues = cause?.cause?.issues;
  if (isCutOff(error.toolInput)) {
    return 'it ends in the middle, as a reply does at the output limit. Nothing was run. Make it shorter, or do it in several calls';
  }
  if (!Array.isArray(issues)) return 'it is not a JSON object';
  return issues
    .slice(0, 5)
    .map((issue: { path?: unknown[]; message?: string }) => {
      const field = issue.path?.join('.') || 'input';
      return `${field}: ${issue.message ?? 'invalid'}`;
    })
    .join('; ');
}

function toUsage(usage: LanguageModelUsage): Usage {
  const counts = {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    reasoningTokens: usage.outputTokenDetails?.reasoningTokens,
    cachedTokens: usage.inputTokenDetails?.cacheReadTokens,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
