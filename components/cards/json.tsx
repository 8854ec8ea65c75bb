import { TextView } from '#components/results/text-view';
import type { ToolOutput } from '#lib/client/tool-output';

/** Any result that has no card of its own: its fields. */
export function JsonCard({ output }: { output: ToolOutput }) {
  const { ok: _, error: __, truncated: ___, ...fields } = output;
  if (Object.keys(fields).length === 0) return null;
  return <TextView text={JSON.stringify(fields, null, 2)} />;
}
