import type { Job, Plan, Task } from './plan.ts';
import { about } from './plans/about.ts';
import { arithmetic } from './plans/arithmetic.ts';
import { counting } from './plans/counting.ts';
import { systemInfo, time } from './plans/facts.ts';
import { addFunction, createFile, makeFolder, readFile, runFile } from './plans/files.ts';
import { several } from './plans/several.ts';
import { shell } from './plans/shell.ts';
import { findAndRead, listWorkspace, lookIntoFolder, search } from './plans/workspace.ts';

/** The first one that knows what to do with a task does it. */
const PLANS: readonly Plan[] = [
  counting,
  shell,
  makeFolder,
  addFunction,
  createFile,
  runFile,
  readFile,
  findAndRead,
  lookIntoFolder,
  listWorkspace,
  search,
  systemInfo,
  time,
  arithmetic,
];

/** The job for a task: of one plan, of several for a list of tasks, or words about what the demo can do. */
export function planFor(task: Task): Job {
  return several(task, (part) => firstOf(part)) ?? firstOf(task) ?? about(task);
}

function firstOf(task: Task): Job | undefined {
  for (const plan of PLANS) {
    const job = plan(task);
    if (job) return job;
  }
  return undefined;
}
