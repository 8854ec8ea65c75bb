import type { CallToolResult, MCPClient } from '@ai-sdk/mcp';
import type { McpServerSettings } from '#lib/env';
import { type Connection, connect, listTools, type ToolDefinition } from './connection.ts';
import { isAnswer, Unreachable } from './failures.ts';

/** The connection to one server: made when it is needed, and again after it was lost. */
export class McpSession {
  readonly #settings: McpServerSettings;
  #opening: Promise<Connection> | undefined;

  constructor(settings: McpServerSettings) {
    this.#settings = settings;
  }

  /**
   * Asks for the tools, over a new connection if the one there is does not do.
   * @throws whatever went wrong; `reasonOf` puts it in words
   */
  async list(): Promise<readonly ToolDefinition[]> {
    const known = this.#opening;
    if (known) {
      try {
        return await listTools((await known).client);
      } catch {
        this.#drop(known);
      }
    }
    return (await this.#open()).definitions;
  }

  /**
   * Calls a tool. A broken connection is given up, so that the next call makes a new one.
   * @throws Unreachable when the call was never sent, else what `describeFailure` puts in words
   */
  async call(call: Parameters<MCPClient['callTool']>[0]): Promise<CallToolResult> {
    const opening = this.#open();
    const { client } = await opening.catch((error: unknown) => {
      throw new Unreachable(error);
    });
    try {
      return await client.callTool(call);
    } catch (error) {
      if (!call.options?.signal?.aborted && !isAnswer(error)) this.#drop(opening);
      throw error;
    }
  }

  #open(): Promise<Connection> {
    if (this.#opening) return this.#opening;
    const opening = connect(this.#settings);
    this.#opening = opening;
    opening.catch(() => this.#drop(opening));
    return opening;
  }

  /** Other calls may have a new connection already. */
  #drop(opening: Promise<Connection>): void {
    if (this.#opening === opening) this.#opening = undefined;
  }
}
