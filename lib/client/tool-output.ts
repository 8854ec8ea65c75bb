/** A text of a result that was cut for the model; `ref` reads the whole. */
export interface Truncated {
  field: string;
  ref: string;
  chars: number;
  lines: number;
}

/** A tool's result as it stands in a message: its fields are the tool's own. */
export interface ToolOutput {
  ok?: boolean;
  error?: { code?: string; message?: string };
  truncated?: Truncated[];
  [field: string]: unknown;
}

export function asOutput(value: unknown): ToolOutput | undefined {
  return typeof value === 'object' && value !== null ? (value as ToolOutput) : undefined;
}

/** A field that is a text; empty when it is not. */
export function textField(output: ToolOutput, field: string): string {
  const value = output[field];
  return typeof value === 'string' ? value : '';
}
