import { type ToolOutput, textField } from '#lib/client/tool-output';

export function CalcCard({ output }: { output: ToolOutput }) {
  if (output.result === undefined) return null;
  return (
    <p className="break-all px-3 py-2.5 font-mono text-[13px]">
      <span className="text-(--fg2)">{textField(output, 'expression')} = </span>
      <strong className="font-semibold">{String(output.result)}</strong>
    </p>
  );
}
