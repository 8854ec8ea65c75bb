import { bashTool } from './bash.ts';
import { calcTool } from './calc.ts';
import { editFileTool } from './edit-file.ts';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { readOutputTool } from './read-output.ts';
import { searchTool } from './search.ts';
import { sysinfoTool } from './sysinfo.ts';
import { timeTool } from './time.ts';
import type { Tool } from './tool.ts';
import { writeFileTool } from './write-file.ts';

/** Every built-in tool, in the order in which the model sees them. */
const TOOLS: readonly Tool[] = [
  calcTool,
  bashTool,
  readFileTool,
  writeFileTool,
  editFileTool,
  listFilesTool,
  searchTool,
  sysinfoTool,
  timeTool,
  readOutputTool,
];

export function allTools(): readonly Tool[] {
  return TOOLS;
}
