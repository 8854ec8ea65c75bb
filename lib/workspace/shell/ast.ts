import type {
  CommandNode,
  PipelineNode,
  ScriptNode,
  SimpleCommandNode,
  StatementNode,
  WordNode,
} from 'just-bash';
import { parse } from 'just-bash';

export type { CommandNode, PipelineNode, ScriptNode, SimpleCommandNode, StatementNode, WordNode };
export type Redirection = SimpleCommandNode['redirections'][number];
export type FunctionNode = Extract<CommandNode, { type: 'FunctionDef' }>;
/** A node of any kind, for walks that only look for some. */
export interface AnyNode {
  type: string;
}

/** The text that a word stands for whatever happens at run time; undefined when it depends on that. */
export function literalWord(word: WordNode | null | undefined): string | undefined {
  return word ? literalParts(word.parts) : undefined;
}

function literalParts(parts: WordNode['parts']): string | undefined {
  let text = '';
  for (const part of parts) {
    const value = literalPart(part);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}

function literalPart(part: WordNode['parts'][number]): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return part.value;
    case 'Glob':
      return part.pattern;
    case 'DoubleQuoted':
      return literalParts(part.parts);
    case 'TildeExpansion':
      return `~${part.user ?? ''}`;
    default:
      return undefined;
  }
}

/** Calls `visit` for every node under a value, parents first. */
export function walk(value: unknown, visit: (node: AnyNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (isRecord(value)) {
    if (isNode(value)) visit(value);
    for (const inner of Object.values(value)) walk(inner, visit);
  }
}

/** A copy of a tree in which `change` has replaced the nodes that it answers another one for. */
export function mapNodes<T>(value: T, change: (node: AnyNode) => AnyNode | undefined): T {
  return mapAny(value, change) as T;
}

function mapAny(value: unknown, change: (node: AnyNode) => AnyNode | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => mapAny(item, change));
  if (!isRecord(value)) return value;
  const changed = isNode(value) ? change(value) : undefined;
  if (changed) return changed;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapAny(inner, change)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isNode(value: Record<string, unknown>): value is Record<string, unknown> & AnyNode {
  return typeof value.type === 'string';
}

/** The statements of a text of ours. */
export function statementsOf(text: string): StatementNode[] {
  return parse(text).statements;
}

/** The only command of a text of ours. */
export function commandOf(text: string): SimpleCommandNode {
  const command = statementsOf(text)[0]?.pipelines[0]?.commands[0];
  if (command?.type !== 'SimpleCommand') throw new Error(`Not a simple command: ${text}`);
  return command;
}

export function literalNode(value: string): WordNode {
  return { type: 'Word', parts: [{ type: 'SingleQuoted', value }] };
}

/** A statement that runs one command. */
export function statementNode(command: CommandNode): StatementNode {
  const pipeline: PipelineNode = { type: 'Pipeline', commands: [command], negated: false };
  return { type: 'Statement', pipelines: [pipeline], operators: [], background: false };
}

const COMMAND_TYPES = new Set<string>([
  'SimpleCommand',
  'If',
  'For',
  'CStyleFor',
  'While',
  'Until',
  'Case',
  'Subshell',
  'Group',
  'ArithmeticCommand',
  'ConditionalCommand',
  'FunctionDef',
] satisfies CommandNode['type'][]);

export function isCommand(node: AnyNode): node is CommandNode {
  return COMMAND_TYPES.has(node.type);
}

export function isPipeline(node: AnyNode): node is PipelineNode {
  return node.type === 'Pipeline';
}

const WRITES = new Set<string>(['>', '>>', '>|', '<>']);

/** Which output streams a command's own redirections send elsewhere. */
export function redirectedStreams({ redirections }: { redirections: Redirection[] }): {
  out: boolean;
  err: boolean;
} {
  const streams = { out: false, err: false };
  for (const { operator, fd } of redirections) {
    const both = operator === '&>' || operator === '&>>' || operator === '>&';
    if (both || (WRITES.has(operator) && (fd ?? 1) === 1)) streams.out = true;
    if (both || (WRITES.has(operator) && fd === 2)) streams.err = true;
  }
  return streams;
}
