import type { LoupeChunk, LoupeMessage, RunStatus, StopReason, Usage } from './types.ts';

/** The JSON that the HTTP API answers with; times are ms since the epoch. */
export interface ChatSummary {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** What the list shows beside the title: the state of the newest run. */
  state: 'idle' | 'running' | 'waiting' | 'failed';
  /** Whose chat it is; absent where nobody signs in. */
  owner?: { id: string; name: string };
  /** Open to everybody with an account. */
  team?: true;
}

/** Somebody with an account. */
export interface Person {
  id: string;
  name: string;
  role: 'owner' | 'member';
}

/** `GET /api/access/people` */
export interface PeopleList {
  people: Person[];
}

/** An invitation that nobody has used yet; its link is told once, to whoever made it. */
export interface Invite {
  id: string;
  createdAt: number;
  expiresAt: number;
}

/** `GET /api/access/invites` */
export interface InviteList {
  invites: Invite[];
}

/** 201 of `POST /api/access/invites` */
export interface NewInvite extends Invite {
  /** The path of the link. */
  path: string;
}

/** Steps that a run may take unless it is told otherwise. */
export const DEFAULT_MAX_STEPS = 10;

/** How tools are called: by function calling, or in the text of the answer. `auto` follows the connection. */
export type Engine = 'auto' | 'native' | 'text-react';

/** What a person is asked before it is done: effects outside of the chat, every change, or nothing. */
export type Approval = 'outside' | 'changes' | 'never';

export interface ChatSettings {
  maxSteps?: number;
  /** `connection/model` */
  model?: string;
  engine?: Engine;
  approval?: Approval;
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
  /** How often it was taken up again after its owner had died. */
  recoveries?: number;
}

/** `GET /api/chat/:id`. A running run's message is not among `messages`: it comes through the stream. */
export interface ChatDetail extends ChatSummary {
  settings: ChatSettings;
  messages: LoupeMessage[];
  runs: RunSummary[];
  queue: QueuedMessage[];
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
  /** The label of its connection; absent for the demo model. */
  connection?: string;
  /** The built-in demo model: rules, not AI. */
  demo: boolean;
  /** In tokens; absent when unknown. */
  contextSize?: number;
}

/** `GET /api/models` */
export interface ModelList {
  models: ModelInfo[];
  defaultModel: string;
}

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  cached?: number;
}

/** A connection as the page sees it: its key and the values of its headers never leave the server. */
export interface ConnectionView {
  id: string;
  label: string;
  baseUrl: string;
  /** `env`: the environment's; `saved`: made in the settings; `local`: found on this machine. */
  origin: 'env' | 'saved' | 'local';
  hasKey: boolean;
  headerNames: string[];
  defaultModel?: string;
  /** The key was sealed under another secret: it has to be entered again. */
  locked?: boolean;
}

/** A well-known provider or server, to fill in the form. */
export interface Preset {
  id: string;
  label: string;
  baseUrl: string;
  needsKey: boolean;
}

/** `GET /api/connections` */
export interface ConnectionList {
  connections: ConnectionView[];
  presets: Preset[];
  defaultModel: string;
}

/** A model of a connection, with what the endpoint and the person say of it. */
export interface ConnectionModel {
  id: string;
  contextSize?: number;
  price?: Price;
  /** What the doctor found last. */
  report?: DoctorReport;
}

/** `GET /api/connections/:id/models`; with `failure`, only the models that are known otherwise. */
export interface ConnectionModels {
  models: ConnectionModel[];
  failure?: { code: string; message: string };
}

/** `works`: as it should; `handled`: odd, and Loupe deals with it; `missing`: not there; `unknown`: not seen. */
export type Verdict = 'works' | 'handled' | 'missing' | 'unknown';

export type DoctorTopic =
  | 'answer'
  | 'streaming'
  | 'tools'
  | 'parallel'
  | 'arguments'
  | 'results'
  | 'tools-off'
  | 'reasoning'
  | 'usage'
  | 'finish'
  | 'context';

/** One line of the doctor's table; the page words it by `topic`, `found` and `action`. */
export interface DoctorRow {
  topic: DoctorTopic;
  verdict: Verdict;
  /** A word of the catalogue. */
  found: string;
  /** What was seen, as it was written. */
  detail?: string;
  /** What Loupe does about it: a word of the catalogue. */
  action: string;
}

/** `POST /api/connections/:id/doctor` */
export interface DoctorReport {
  model: string;
  /** ms since the epoch. */
  at: number;
  rows: DoctorRow[];
  /** Why the conversation could not be held. */
  failure?: { code: string; message: string };
}

/** A message that waits for the run that is on: for its next step, or for its end. */
export interface QueuedMessage {
  id: string;
  mode: 'steer' | 'queue';
  text: string;
  createdAt: number;
}

/** What a page of a chat is told, over one connection (`GET /api/chat/:id/feed`). */
export type FeedMessage =
  /** The state of the chat, at first and whenever it changes. */
  | { type: 'chat'; state: FeedState }
  /** A run begins, or is met; its events follow. `parent` is the message that it answers, `before` the one before that. */
  | { type: 'run'; run: RunSummary; parent: LoupeMessage | undefined; before: string | null }
  /** The next event of a run's log. */
  | { type: 'event'; runId: string; seq: number; chunks: LoupeChunk[] }
  /** From now on changes of the list are told; what is in it can be read once. */
  | { type: 'list-open' }
  /** Chats of the list whose state or title changed. */
  | { type: 'list'; chats: ChatSummary[]; deleted: string[] };

export interface FeedState {
  /** The run that has not ended. */
  run: RunSummary | undefined;
  /** The newest message; it belongs to the run that is on, if one is. */
  leafId: string | null;
  /** Grows when stored messages changed. */
  version: number;
  queue: QueuedMessage[];
  /** How many pages look at this chat. */
  viewers: number;
}

/** 202 of `POST /api/runs/:id/steer` and of `POST /api/chat/:id/queue`: it waits, or became a turn at once. */
export type Enqueued = { queued: QueuedMessage } | { started: StartedRun };

/** The person's word on a call of which nobody knows whether it took effect. */
export type Resolution = 'run-again' | 'worked' | 'continue' | 'stop';

/** What a share link shows besides the messages and the names of the tools. */
export interface ShareContents {
  thoughts: boolean;
  /** What calls were given and answered, files that were read among it. */
  details: boolean;
  /** Tokens and money. */
  costs: boolean;
}

/** The share link of a chat, for those who may share it: `GET` and `POST /api/chat/:id/share`. */
export interface ShareLink {
  token: string;
  contents: ShareContents;
  /** How many messages the link shows. */
  messages: number;
  /** The chat has gone on since: what the link shows is older. */
  behind: boolean;
  createdAt: number;
  updatedAt: number;
}

/** What everybody sees who has the link: `GET /api/share/:token`. */
export interface SharedChat {
  title: string;
  messages: LoupeMessage[];
  sharedAt: number;
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
