import type { LoupeMessage, RunStatus, StopReason, Usage } from './types.ts';

/** The JSON that the HTTP API answers with; times are ms since the epoch. */
export interface ChatSummary {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** What the list shows beside the title: the state of the newest run. */
  state: 'idle' | 'running' | 'failed';
}

export interface ChatSettings {
  maxSteps?: number;
  /** `connection/model` */
  model?: string;
}

export interface RunSummary {
  id: string;
  chatId: string;
  messageId: string;
  status: RunStatus;
  reason?: StopReason;
  maxSteps: number;
  model: string;
  usage?: Usage;
  createdAt: number;
  endedAt?: number;
}

/** `GET /api/chat/:id`. A running run's message is not among `messages`: it comes through the stream. */
export interface ChatDetail extends ChatSummary {
  settings: ChatSettings;
  messages: LoupeMessage[];
  runs: RunSummary[];
}

/** `GET /api/chats` */
export interface ChatPage {
  chats: ChatSummary[];
  nextCursor?: string;
}

export interface ModelInfo {
  /** `connection/model`, as `POST /api/chat` takes it. */
  id: string;
  label: string;
  /** The built-in demo model: rules, not AI. */
  demo: boolean;
}

/** `GET /api/models` */
export interface ModelList {
  models: ModelInfo[];
  defaultModel: string;
}

/** 202 of `POST /api/chat?wait=none` and of `POST /api/runs/:id/continue`. */
export interface StartedRun {
  chatId: string;
  runId: string;
  messageId: string;
}

export interface ApiError {
  error: { code: string; message: string; hint?: string };
}

/** A slice of a tool result that was too long to show whole: `GET /api/runs/:id/outputs/:ref?offset=&limit=`. */
export interface OutputSlice {
  ref: string;
  text: string;
  /** In characters. */
  offset: number;
  total: number;
}
