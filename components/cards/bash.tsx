import { TextView } from '#components/results/text-view';
import { type ToolOutput, textField } from '#lib/client/tool-output';

export function BashCard({ output }: { output: ToolOutput }) {
  const stdout = textField(output, 'stdout');
  const stderr = textField(output, 'stderr');
  return (
    <>
      {stdout ? <TextView text={stdout} /> : null}
      {stderr ? <TextView text={stderr} tone="err" /> : null}
    </>
  );
}
