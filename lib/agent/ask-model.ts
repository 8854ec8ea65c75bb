import {
  InvalidToolInputError,
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  streamText,
  type ToolSet,
  toUIMessageStream,
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

/** One model call; its thoughts, text and calls are emitted as they stream. Does not throw for what a provider does. */
export async function askModel(
  request: ModelRequest,
  emit: (chunk: LoupeChunk) => void,
): Promise<ModelTurn> {
  const turn: ModelTurn = { text: '', calls: [], invalidCalls: 0 };
  const result = streamText({
    model: wrapLanguageModel({ model: request.model.model, middleware: guard(request.usedIds) }),
    instructions: request.instructions,
    messages: request.messages,
    ...(request.tools ? { tools: request.tools } : {}),
    ...(request.tools && request.toolsOff ? { toolChoice: 'none' as const } : {}),
    maxRetries: 0,
    repairToolCall: repairCall,
    abortSignal: request.signal,
    onError: () => {},
    onStepEnd: ({ usage, finishReason }) => {
      const counts = toUsage(usage);
      if (Object.keys(counts).length > 0) turn.usage = counts;
      if (finishReason === 'length' || finishReason === 'content-filter') turn.cut = finishReason;
    },
  });
  const chunks = toUIMessageStream<ToolSet, LoupeMessage>({
    stream: result.stream,
    sendStart: false,
    sendFinish: false,
    onError: (error) => {
      const invalid = describeInvalidCall(error);
      if (invalid === undefined) turn.failure ??= toFailure(error);
      return invalid ?? '';
    },
  });
  try {
    for await (const chunk of chunks) {
      if (!isReset(chunk)) {
        take(chunk, turn, emit);
        continue;
      }
      turn.text = '';
      request.onReset();
      take({ type: chunk.type, id: chunk.id }, turn, emit);
    }
  } catch (error) {
    if (!request.signal.aborted) turn.failure ??= toFailure(error);
  }
  return turn;
}

function take(chunk: LoupeChunk, turn: ModelTurn, emit: (chunk: LoupeChunk) => void): void {
  switch (chunk.type) {
    // The step writes its own frame, and a failure becomes a notice: an `error` chunk would end every client.
    case 'start-step':
    case 'finish-step':
    case 'error':
    case 'abort':
      return;
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
