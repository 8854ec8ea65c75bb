/** What the policies add to the next request. */
export interface StepShape {
  /** No tool may be called. */
  toolsOff: boolean;
  /** Told to the model after everything else. */
  note?: string;
}

/**
 * The last step that a run may take answers: tools are off and the model is told so. Without it a
 * run that meets its limit would end on a tool result, with no word for the person.
 */
export function lastStep(n: number, maxSteps: number): StepShape {
  if (n < maxSteps) return { toolsOff: false };
  return {
    toolsOff: true,
    note: 'This is the last step: the step limit is reached and tools are off. Answer now with what you have found, in the language of the person. Say plainly what is still missing.',
  };
}
