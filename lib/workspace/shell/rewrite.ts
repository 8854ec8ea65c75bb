import {
  type AnyNode,
  type CommandNode,
  commandOf,
  literalNode,
  literalWord,
  mapNodes,
  type PipelineNode,
  redirectedStreams,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
  statementNode,
  statementsOf,
  type WordNode,
  walk,
} from './ast.ts';
import { functionsOf, terminalFunctions } from './functions.ts';
import { CAPTURED, inside, type Place, TO_STDERR, taps } from './place.ts';

/** First argument that tells a command of ours that its output goes to the terminal; nobody types it. */
export const TO_TERMINAL = '\ue000';
/** Variable behind `$!`, which just-bash keeps at 0. */
export const LAST_JOB = 'LOUPE_LAST_JOB';
export const JOB_COMMAND = 'loupe-job';
export const WAIT_COMMAND = 'loupe-wait';
/** Runs a program by its path, as its first line says. */
export const EXEC_COMMAND = 'loupe-exec';

export interface RewriteOptions {
  /** Send what reaches the terminal to the sink; otherwise only background jobs change. */
  toSink: boolean;
  /** Keeps the script of a background job; answers its key. */
  addJob(script: ScriptNode): string;
}

const LAST_JOB_NODE = commandOf(`: $${LAST_JOB}`).args[0]?.parts[0];

/** Commands that run another command and can let it write to the sink itself. */
const RUNNERS = new Set(['bash', 'sh', 'timeout', 'nohup', 'setsid', 'python3', 'python']);

/**
 * Changes a script in two ways that just-bash lacks: what its commands print goes to the sink as soon
 * as each one ends, and `&` starts a job that runs beside the rest.
 */
export function rewriteScript(script: ScriptNode, options: RewriteOptions): ScriptNode {
  // After `exec >file` the terminal is somewhere else, and a redirection of ours would undo that.
  const toSink = options.toSink && !redirectsItself(script);
  const route = toSink ? 'sink' : 'terminal';
  const rewriter = new Rewriter(script, toSink, options.addJob);
  const place: Place = { out: route, err: route, files: [] };
  return { ...script, statements: rewriter.statements(script.statements, place) };
}

function redirectsItself(script: ScriptNode): boolean {
  let found = false;
  walk(script, (node) => {
    if (node.type !== 'SimpleCommand') return;
    const command = node as SimpleCommandNode;
    found ||= literalWord(command.name) === 'exec' && command.redirections.length > 0;
  });
  return found;
}

class Rewriter {
  readonly #functions: StatementNode[];
  readonly #terminal: Set<string>;
  readonly #toSink: boolean;
  readonly #addJob: RewriteOptions['addJob'];

  constructor(script: ScriptNode, toSink: boolean, addJob: RewriteOptions['addJob']) {
    this.#functions = [...functionsOf(script).values()].map(statementNode);
    this.#terminal = toSink ? terminalFunctions(script) : new Set();
    this.#toSink = toSink;
    this.#addJob = addJob;
  }

  statements(list: StatementNode[], place: Place): StatementNode[] {
    return list.map((statement) => this.#statement(statement, place));
  }

  #statement(statement: StatementNode, place: Place): StatementNode {
    if (statement.background && this.#canLeave(statement, place))
      return this.#job(statement, place);
    return {
      ...statement,
      pipelines: statement.pipelines.map((pipeline) => this.#pipeline(pipeline, place)),
    };
  }

  /** A job whose output a pipe or a variable waits for stays in the foreground: it would be lost. */
  #canLeave(statement: StatementNode, place: Place): boolean {
    if (place.out !== 'captured') return true;
    return statement.pipelines.every((pipeline) => {
      const last = pipeline.commands.at(-1);
      return last !== undefined && redirectedStreams(last).out;
    });
  }

  #job(statement: StatementNode, place: Place): StatementNode {
    const job: StatementNode = { ...statement, background: false };
    const body: StatementNode =
      place.files.length === 0
        ? job
        : statementNode({ type: 'Group', body: [job], redirections: place.files });
    const script: ScriptNode = { type: 'Script', statements: [...this.#functions, body] };
    const command = commandOf(`${JOB_COMMAND} ${this.#addJob(script)} ${arraysOf(script)}`);
    return statementNode({ ...command, line: statement.line });
  }

  #pipeline(pipeline: PipelineNode, place: Place): PipelineNode {
    const last = pipeline.commands.length - 1;
    const commands = pipeline.commands.map((command, i) => {
      if (i === last) return this.#command(command, place);
      const err = pipeline.pipeStderr?.[i] ? 'captured' : place.err;
      return this.#command(command, { ...place, out: 'captured', err });
    });
    return { ...pipeline, commands };
  }

  #command(command: CommandNode, place: Place): CommandNode {
    if (command.type === 'SimpleCommand') return this.#simple(command, place);
    if (command.type === 'FunctionDef') return this.#function(command);
    const own = redirectedStreams(command);
    const redirections =
      own.out || own.err ? [...taps(place), ...command.redirections] : command.redirections;
    return { ...this.#compound(command, inside(place, command.redirections)), redirections };
  }

  #function(command: Extract<CommandNode, { type: 'FunctionDef' }>): CommandNode {
    const route = this.#terminal.has(command.name) ? 'sink' : 'captured';
    const place: Place = this.#toSink
      ? { out: route, err: route, files: [] }
      : { out: 'terminal', err: 'terminal', files: [] };
    return { ...command, body: this.#command(command.body, place) as typeof command.body };
  }

  #compound(command: CommandNode, place: Place): CommandNode {
    const run = (list: StatementNode[]) => this.statements(list, place);
    switch (command.type) {
      case 'If':
        return {
          ...command,
          clauses: command.clauses.map((clause) => ({
            condition: run(clause.condition),
            body: run(clause.body),
          })),
          elseBody: command.elseBody && run(command.elseBody),
        };
      case 'While':
      case 'Until':
        return { ...command, condition: run(command.condition), body: run(command.body) };
      case 'For':
        return { ...command, words: this.#words(command.words), body: run(command.body) };
      case 'Case':
        return {
          ...command,
          word: this.#words(command.word),
          items: command.items.map((item) => ({ ...item, body: run(item.body) })),
        };
      case 'CStyleFor':
      case 'Subshell':
      case 'Group':
        return { ...command, body: run(command.body) };
      default:
        return this.#words(command);
    }
  }

  #simple(command: SimpleCommandNode, place: Place): CommandNode {
    const inlined = literalEval(command);
    if (inlined) return this.#command(inlined, place);
    const words = this.#words(command);
    if (!words.name) {
      // With a redirection on it, an assignment would forget the exit code of its `$(…)`.
      if (place.err !== 'sink') return words;
      return { type: 'Group', body: [statementNode(words)], redirections: TO_STDERR };
    }
    const name = literalWord(command.name);
    if (name === 'exec') return words;
    const byPath = isOwnProgram(words.name);
    const own = redirectedStreams(command);
    const direct = place.out === 'sink' && place.err === 'sink' && !own.out && !own.err;
    const runs = byPath || (name !== undefined && RUNNERS.has(name.replace(/^.*\//, '')));
    return {
      ...words,
      name: byPath
        ? literalNode(EXEC_COMMAND)
        : name === 'wait'
          ? literalNode(WAIT_COMMAND)
          : words.name,
      args: [
        ...(direct && runs ? [literalNode(TO_TERMINAL)] : []),
        ...(byPath ? [words.name] : []),
        ...words.args,
      ],
      redirections: [...taps(place), ...words.redirections],
    };
  }

  /** Jobs inside `$(…)`, and `$!`. */
  #words<T>(tree: T): T {
    return mapNodes(tree, (node) => {
      if (node.type === 'Script') {
        const script = node as ScriptNode;
        return {
          ...script,
          statements: this.statements(script.statements, CAPTURED),
        } as ScriptNode;
      }
      const isLastJob = node.type === 'ParameterExpansion' && 'parameter' in node;
      return isLastJob && node.parameter === '!' ? LAST_JOB_NODE : undefined;
    });
  }
}

/** `eval` of a text that is known now, as a group: what is in it is then rewritten too. */
function literalEval(command: SimpleCommandNode): CommandNode | undefined {
  if (literalWord(command.name) !== 'eval' || command.assignments.length > 0) return undefined;
  const words = command.args.map(literalWord);
  if (words.length === 0 || words.includes(undefined)) return undefined;
  try {
    const body = statementsOf(words.join(' '));
    return body.length === 0
      ? undefined
      : { type: 'Group', body, redirections: command.redirections };
  } catch {
    return undefined;
  }
}

/** Whether a command's name is a path to a file of the user: just-bash ignores its `#!` line. */
function isOwnProgram(name: WordNode): boolean {
  const literal = literalWord(name);
  if (literal !== undefined) return literal.includes('/') && !/^\/(usr\/)?bin\//.test(literal);
  return name.parts.some((part) => part.type === 'Literal' && part.value.includes('/'));
}

/** An argument that declares the arrays which a script reads: a job starts with scalars only. */
function arraysOf(script: ScriptNode): string {
  const names = new Set<string>();
  walk(script, (node) => {
    const name = arrayName(node);
    if (name) names.add(name);
  });
  return names.size === 0 ? '' : `"$(declare -p ${[...names].join(' ')} 2>/dev/null)"`;
}

/** `name` of `${name[@]}`, `${!name[@]}` and `$((name[0]))`. */
function arrayName(node: AnyNode): string | undefined {
  const text =
    node.type === 'ParameterExpansion' && 'parameter' in node
      ? String(node.parameter)
      : 'array' in node && typeof node.array === 'string'
        ? `${node.array}[`
        : '';
  return /^!?([A-Za-z_]\w*)\[/.exec(text)?.[1];
}

/** The statements that bring a job's arrays back. just-bash splits `declare -a a=("b c")` at the blank. */
export function declarations(text: string): StatementNode[] {
  const split = text.replace(/^declare (-\S+) (\w+)=\(/gm, 'declare $1 $2; $2=(');
  return split ? statementsOf(split) : [];
}
