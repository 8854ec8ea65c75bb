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
  status: 'queued' | 'running' | 'ended';
  stop_reason: string | null;
  /** JSON of RunInput. */
  input: string;
  usage: string | null;
  created: number;
  ended: number | null;
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
  state: 'started' | 'done' | 'failed';
  /** JSON of the shaped result. */
  output: string | null;
  started: number;
  ended: number | null;
}

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
}
