/** Portable column types only: text, integer (ms since the epoch, counts) and JSON as text. */
export interface ChatTable {
  id: string;
  title: string;
  /** JSON of ChatSettings. */
  settings: string;
  /** The newest message of the branch that the person looks at. */
  leaf_id: string | null;
  created: number;
  updated: number;
  /** The person whose chat it is; null where nobody signs in. */
  owner_id: string | null;
  visibility: 'private' | 'team';
}

export interface MessageTable {
  id: string;
  chat_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  /** JSON of the parts: for an assistant message the fold of its run's log. */
  parts: string;
  metadata: string;
  created: number;
}

export interface RunTable {
  id: string;
  chat_id: string;
  /** The assistant message that the run makes. */
  message_id: string;
  /** The message that it answers. */
  parent_id: string;
  status: 'queued' | 'running' | 'waiting' | 'ended';
  stop_reason: string | null;
  /** JSON of RunInput. */
  input: string;
  usage: string | null;
  created: number;
  ended: number | null;
  /** The instance that drives it. */
  owner: string | null;
  /** Grows with every owner: what an earlier one writes no longer counts. */
  epoch: number;
  /** Until when its owner is taken to be alive, by the database's clock. */
  lease_until: number;
  /** 1 when a person asked for its end. */
  stop: number;
  /** How often it was taken over from an owner that had died. */
  recoveries: number;
}

export interface RunEventTable {
  run_id: string;
  seq: number;
  at: number;
  /** JSON array of chunks. */
  data: string;
}

export interface ToolCallTable {
  run_id: string;
  call_id: string;
  name: string;
  input: string;
  effect: string;
  state: ToolCallState;
  /** JSON of the shaped result. */
  output: string | null;
  started: number;
  ended: number | null;
  /** Which try this is, from 1. */
  attempt: number;
  /** The files before it, for a call that changes files. */
  snapshot_id: string | null;
}

/** `pending` to `denied`: a person is or was asked; `in_doubt`: begun, and nobody knows whether it took effect. */
export type ToolCallState =
  | 'pending'
  | 'approved'
  | 'denied'
  | 'started'
  | 'done'
  | 'failed'
  | 'in_doubt';

export interface OutputTable {
  ref: string;
  chat_id: string;
  run_id: string;
  text: string;
  created: number;
}

export interface ConnectionTable {
  id: string;
  label: string;
  base_url: string;
  /** JSON of the key and the headers, sealed; null when there are none. */
  secrets: string | null;
  default_model: string | null;
  created: number;
  updated: number;
}

export interface ModelSettingTable {
  connection_id: string;
  model: string;
  /** JSON of ModelSettings. */
  data: string;
  updated: number;
}

export interface SettingTable {
  name: string;
  value: string;
}

/** A message that waits for its turn while a run is on. */
export interface QueuedMessageTable {
  id: string;
  chat_id: string;
  /** `steer`: for the next step of the run; `queue`: the next turn. */
  mode: 'steer' | 'queue';
  text: string;
  position: number;
  created: number;
}

/** How many pages of an instance look at a chat. */
export interface ViewerTable {
  instance: string;
  chat_id: string;
  viewers: number;
  /** When it was last said, by the database's clock. */
  seen: number;
}

/** Contents of workspace files, by their hash. */
export interface BlobTable {
  chat_id: string;
  hash: string;
  data: Uint8Array;
}

/** The state of a chat's workspace at one time. */
export interface SnapshotTable {
  id: string;
  chat_id: string;
  /** Counts from 1 in its chat. */
  seq: number;
  /** JSON of Manifest. */
  manifest: string;
  created: number;
}

/** The share link of a chat, with the copy that it shows. */
export interface ShareTable {
  token: string;
  chat_id: string;
  /** JSON of ShareContents. */
  contents: string;
  title: string;
  /** JSON of the messages, without what the link does not show. */
  messages: string;
  created: number;
  updated: number;
}

export interface PersonTable {
  id: string;
  name: string;
  /** The name as it is compared: two people cannot differ by case alone. */
  name_key: string;
  /** The password's hash with its parameters. */
  password: string;
  role: 'owner' | 'member';
  created: number;
}

export interface SessionTable {
  /** SHA-256 of the token, which only the browser has. */
  hash: string;
  person_id: string;
  created: number;
  renewed: number;
}

export interface InviteTable {
  id: string;
  /** SHA-256 of the token in the link. */
  hash: string;
  created: number;
  expires: number;
}

/** A sign-in that was tried and has not succeeded. */
export interface SignInAttemptTable {
  id: string;
  /** SHA-256 of the name: a password typed in the wrong field must not be kept. */
  name_hash: string;
  at: number;
}

export interface Schema {
  chat: ChatTable;
  message: MessageTable;
  run: RunTable;
  run_event: RunEventTable;
  tool_call: ToolCallTable;
  output: OutputTable;
  connection: ConnectionTable;
  model_setting: ModelSettingTable;
  setting: SettingTable;
  queued_message: QueuedMessageTable;
  viewer: ViewerTable;
  blob: BlobTable;
  snapshot: SnapshotTable;
  share: ShareTable;
  person: PersonTable;
  session: SessionTable;
  invite: InviteTable;
  sign_in_attempt: SignInAttemptTable;
}
