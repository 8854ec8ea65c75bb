import {
  convertToOpenAICompatibleChatMessages,
  prepareTools,
} from '@ai-sdk/openai-compatible/internal';
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Switches } from '../switches.ts';
import { cleanMessages, type WireMessage } from './messages.ts';
import { ReasoningDetails } from './reasoning-details.ts';
import { safeNames } from './safe-names.ts';
import { plainSchema } from './tool-schema.ts';

export interface BuiltRequest {
  body: Record<string, unknown>;
  /** The name on the wire → the tool's own. */
  toolNames: Map<string, string>;
}

/** The body of a streaming request, as the endpoint's switches want it. */
export function buildRequest(
  model: string,
  call: LanguageModelV4CallOptions,
  switches: Switches,
): BuiltRequest {
  const functions = (call.tools ?? []).filter((tool) => tool.type === 'function');
  const toolNames = safeNames(functions.map((tool) => tool.name));
  const wireName = new Map([...toolNames].map(([safe, name]) => [name, safe]));
  const plainTools = functions.map((tool) => ({
    ...tool,
    name: wireName.get(tool.name) ?? tool.name,
    inputSchema: plainSchema(tool.inputSchema),
  }));
  const { tools, toolChoice } = prepareTools({ tools: plainTools, toolChoice: call.toolChoice });
  const messages = convertToOpenAICompatibleChatMessages(withReasoningDetails(call.prompt));
  return {
    body: {
      model,
      messages: cleanMessages(messages as WireMessage[], { switches, wireName }),
      max_tokens: call.maxOutputTokens,
      temperature: call.temperature,
      ...(switches.stop ? { stop: call.stopSequences } : {}),
      tools,
      ...(switches.toolChoice ? { tool_choice: toolChoice } : {}),
      stream: true,
      ...(switches.streamUsage ? { stream_options: { include_usage: true } } : {}),
    },
    toolNames,
  };
}

/** Blocks of thoughts that a provider wants back go onto the message that they belong to. */
function withReasoningDetails(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) => {
    if (message.role !== 'assistant') return message;
    const blocks = new ReasoningDetails();
    for (const part of message.content) {
      const found = part.type === 'reasoning' ? part.providerOptions?.loupe?.details : undefined;
      // A signature may have come after its thought had ended: they are one block again.
      if (Array.isArray(found)) blocks.add(found);
    }
    const details = blocks.take();
    if (!details) return message;
    return {
      ...message,
      providerOptions: {
        ...message.providerOptions,
        openaiCompatible: { reasoning_details: details },
      },
    };
  });
}
