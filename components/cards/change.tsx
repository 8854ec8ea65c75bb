import { DiffView } from '#components/results/diff-view';
import { type ToolOutput, textField } from '#lib/client/tool-output';
import { JsonCard } from './json.tsx';

/** What a call changed in a file. */
export function ChangeCard({ output }: { output: ToolOutput }) {
  const diff = textField(output, 'diff');
  return diff ? <DiffView diff={diff} /> : <JsonCard output={output} />;
}
