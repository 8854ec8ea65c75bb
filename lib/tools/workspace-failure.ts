import { WorkspaceError } from '#lib/workspace/workspace';
import { failure, type ToolResult } from './tool.ts';

/** The answer for what a file method threw; anything but a {@link WorkspaceError} is thrown on. */
export function workspaceFailure(error: unknown): ToolResult {
  if (error instanceof WorkspaceError) return failure(error.code, error.message);
  throw error;
}
