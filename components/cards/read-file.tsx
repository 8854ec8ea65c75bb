import { FileView } from '#components/results/file-view';
import { type ToolOutput, textField } from '#lib/client/tool-output';

export function ReadFileCard({ output }: { output: ToolOutput }) {
  if (!output.ok) return null;
  return <FileView text={textField(output, 'text')} from={Number(output.fromLine ?? 1)} />;
}
