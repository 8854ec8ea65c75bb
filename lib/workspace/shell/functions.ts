import {
  type FunctionNode,
  isCommand,
  isPipeline,
  literalWord,
  redirectedStreams,
  type ScriptNode,
  walk,
} from './ast.ts';

/** Builtins that run text which the syntax tree does not show. */
const RUN_TEXT = new Set(['eval', 'source', '.', 'builtin']);

/** Every function that a script defines, the last definition of a name first. */
export function functionsOf(script: ScriptNode): Map<string, FunctionNode> {
  const functions = new Map<string, FunctionNode>();
  walk(script, (node) => {
    if (isCommand(node) && node.type === 'FunctionDef') functions.set(node.name, node);
  });
  return functions;
}

/**
 * The functions whose output always goes to the terminal. One that is called inside `$(…)`, in front
 * of a pipe, or under a redirection is not among them; when that cannot be told, none is.
 */
export function terminalFunctions(script: ScriptNode): Set<string> {
  const functions = functionsOf(script);
  const captured = capturedNames(script);
  if (!captured) return new Set();
  for (const name of captured) {
    const body = functions.get(name)?.body;
    // A set grows while it is walked: the functions that a captured function calls are captured too.
    if (body) for (const called of commandNames(body).names) captured.add(called);
  }
  return new Set([...functions.keys()].filter((name) => !captured.has(name)));
}

/** Names of the commands whose output does not go to the terminal; undefined when a name is only known at run time. */
function capturedNames(script: ScriptNode): Set<string> | undefined {
  const captured = new Set<string>();
  let unknown = false;
  const add = (tree: object) => {
    const { names, dynamic } = commandNames(tree);
    for (const name of names) captured.add(name);
    unknown ||= dynamic;
  };
  walk(script, (node) => {
    if (node.type === 'CommandSubstitution' || node.type === 'ProcessSubstitution') add(node);
    else if (isPipeline(node)) add(node.commands.slice(0, -1));
    else if (isCommand(node) && (redirectedStreams(node).out || redirectedStreams(node).err)) {
      add(node);
    }
  });
  return unknown ? undefined : captured;
}

function commandNames(tree: object): { names: Set<string>; dynamic: boolean } {
  const names = new Set<string>();
  let dynamic = false;
  walk(tree, (node) => {
    if (!isCommand(node) || node.type !== 'SimpleCommand' || !node.name) return;
    const name = literalWord(node.name);
    if (name === undefined || RUN_TEXT.has(name)) dynamic = true;
    else names.add(name);
  });
  return { names, dynamic };
}
