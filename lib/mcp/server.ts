import { setTimeout as delay } from 'node:timers/promises';
import type { McpServerSettings } from '#lib/env';
import { redact, secretsOfHeaders } from '#lib/redact';
import { reportBug } from '#lib/report-bug';
import { failure, type Tool } from '#lib/tools/tool';
import { toolResult } from './call-result.ts';
import { CONNECT_MS, type ToolDefinition } from './connection.ts';
import { describeFailure, reasonOf, SessionLost } from './failures.ts';
import { type CallTool, mcpTool } from './mcp-tool.ts';
import { McpSession } from './session.ts';

const LIST_AGE_MS = 5 * 60_000;
const RETRY_MS = 30_000;
/** How long a caller waits for a server that could not be reached before, in ms. */
const RETRY_WAIT_MS = 500;

/** One server of the operator and its tools. */
export class McpServer {
  readonly #name: string;
  readonly #session: McpSession;
  readonly #secrets: readonly string[];
  /** Absent while the server cannot be reached. */
  #tools: readonly Tool[] | undefined;
  /** When to ask for the list next; 0 before the first answer. */
  #dueAt = 0;
  #refreshing: Promise<void> | undefined;
  /** Of the list, in a row. */
  #failures = 0;

  constructor(name: string, settings: McpServerSettings) {
    this.#name = name;
    this.#session = new McpSession(settings);
    this.#secrets = secretsOfHeaders(settings.headers);
  }

  /** The tools: at once when they are known, else within `CONNECT_MS`; none when out of reach. */
  async tools(): Promise<readonly Tool[]> {
    const known = this.#tools;
    if (Date.now() < this.#dueAt) return known ?? [];
    const wait = this.#dueAt === 0 ? CONNECT_MS : RETRY_WAIT_MS;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    if (known) return known;
    await Promise.race([this.#refreshing, delay(wait, undefined, { ref: false })]);
    return this.#tools ?? [];
  }

  async #refresh(): Promise<void> {
    try {
      this.#tools = this.#toTools(await this.#session.list());
      this.#dueAt = Date.now() + LIST_AGE_MS;
      this.#failures = 0;
    } catch (error) {
      this.#failures++;
      // A server that is busy with a call may miss one list; its tools go with the second.
      if (this.#failures > 1) this.#tools = undefined;
      if (this.#failures === 1) {
        reportBug(`MCP server "${this.#name}"`, `no list of tools: ${reasonOf(error)}`);
      }
      this.#dueAt = Date.now() + RETRY_MS;
    }
  }

  #toTools(definitions: readonly ToolDefinition[]): Tool[] {
    const tools = new Map<string, Tool>();
    for (const definition of definitions) {
      try {
        const tool = mcpTool(this.#name, definition, this.#call);
        if (!tools.has(tool.name)) tools.set(tool.name, tool);
      } catch (error) {
        reportBug(`MCP server "${this.#name}"`, `a tool is left out: ${reasonOf(error)}`);
      }
    }
    return [...tools.values()];
  }

  /** @throws the reason of `signal` when that has aborted; all else is a failure in the result */
  readonly #call: CallTool = async (tool, input, signal) => {
    const send = () =>
      this.#session.call({ name: tool, arguments: input, options: { signal } }).then(toolResult);
    try {
      const result = await send().catch((error) => {
        if (error instanceof SessionLost) return send();
        throw error;
      });
      return redact(result, this.#secrets);
    } catch (error) {
      signal.throwIfAborted();
      const message = describeFailure(this.#name, error);
      return failure('exec_failed', redact(message, this.#secrets));
    }
  };
}
