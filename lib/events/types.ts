import type { InferUIMessageChunk, UIMessage } from 'ai';

/** Why a run ended. Each run has exactly one, and it is shown. */
export type StopReason =
  | 'answered'
  | 'max-steps'
  | 'budget'
  | 'stopped'
  | 'no-progress'
  | 'gave-up'
  | 'needs-approval'
  | 'needs-answer'
  | 'failed'
  | 'interrupted';

/** Token counts as the provider reported them; an absent field is unknown, never zero. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  cachedTokens?: number;
  /** The provider counted nothing: the numbers are ours, from the length of the texts. */
  estimated?: boolean;
}

/** When a tool call ran, by the server's clock (`startedAt` in ms since the epoch). */
export interface CallTiming {
  startedAt: number;
  ms?: number;
  /** Which try this is, when it was run again after a crash. */
  attempt?: number;
  /** A person allowed it. */
  approved?: boolean;
}

/** `data-step`: one per step, updated in place by its id. Durations in ms, server time. */
export interface StepData {
  n: number;
  max: number;
  model: string;
  startedAt: number;
  /** Whole step: model call and tools. Absent while it runs. */
  ms?: number;
  firstTokenMs?: number;
  /** Until the model had ended its turn: from then on the calls of the step are known. */
  modelMs?: number;
  /** Time the model spent on visible thoughts. */
  thoughtMs?: number;
  usage?: Usage;
  /** US dollars; absent when the price is unknown. */
  cost?: number;
  /** Model calls that this step took. */
  tries: number;
  /** Timing of the step's tool calls, by tool call id. */
  calls?: Record<string, CallTiming>;
}

/** `data-policy`: a policy acted on the run. */
export interface PolicyData {
  policy: 'last-step';
  action: string;
}

/** `data-notice`: what a person must read. The page words it by `code`; `message` is the plain English. */
export interface NoticeData {
  level: 'info' | 'warn' | 'error';
  code: string;
  message: string;
  hint?: string;
  /** A retry that is waited for: which one, of how many, and when it comes (ms since the epoch). */
  retry?: { n: number; of: number; at: number };
}

/** `data-draft`: what a torn try of a step had said. */
export interface DraftData {
  text: string;
  reasoning?: string;
  why: string;
}

/** `data-steer`: what a person said to a run that was on; the model reads it from the next step on. */
export interface SteerData {
  text: string;
  /** The step before which it was delivered. */
  step: number;
}

/** A call as a receipt names it. */
export interface ReceiptCall {
  callId: string;
  name: string;
}

/** What a stop found: the calls that had ended, those it cut off, and those of them that may have had effects. */
export interface Receipt {
  finished: number;
  cut: ReceiptCall[];
  mayHaveEffects: ReceiptCall[];
  /** The model was in the middle of its turn. */
  modelCut: boolean;
}

/** `data-end`: the stop reason, last before `finish`. */
export interface EndData {
  reason: StopReason;
  steps: number;
  usage?: Usage;
  cost?: number;
  /** Wall time of the run in ms. */
  ms: number;
  /** For a run that a person stopped. */
  receipt?: Receipt;
}

export type LoupeData = {
  step: StepData;
  policy: PolicyData;
  notice: NoticeData;
  draft: DraftData;
  steer: SteerData;
  end: EndData;
};

export interface MessageMetadata {
  /** ms since the epoch. */
  createdAt: number;
  /** The run that made this (assistant) message. */
  runId?: string;
  /** Set when the run went on from a reached limit: the message that it continues. */
  continues?: string;
}

export type LoupeMessage = UIMessage<MessageMetadata, LoupeData>;
export type LoupePart = LoupeMessage['parts'][number];
export type LoupeChunk = InferUIMessageChunk<LoupeMessage>;

/** One row of a run's log: the chunks of one flush. `seq` counts from 1 without gaps. */
export interface RunEvent {
  seq: number;
  /** ms since the epoch. */
  at: number;
  chunks: LoupeChunk[];
}

/** `waiting`: for a person, and nobody drives it meanwhile. */
export type RunStatus = 'queued' | 'running' | 'waiting' | 'ended';
