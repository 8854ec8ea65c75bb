import type { ChatRequest } from './request.ts';

type Fields = Record<string, unknown>;
type Check = (request: ChatRequest) => string[];

const SIMPLE_TYPES = ['string', 'number', 'integer', 'boolean', 'array'];

/** What single providers refuse, by the name that a case's meta file uses. */
export const STRICT_RULES = {
  'args-json-object': (request) =>
    callsOf(request)
      .filter((call) => !isObject(parse(call.function?.arguments)))
      .map(() => 'arguments are not a JSON object'),
  'reasoning-content-required': (request) =>
    withCalls(request)
      .filter((message) => !message.reasoning_content)
      .map(() => 'reasoning_content must be passed back'),
  'reasoning-key-on-all': (request) =>
    withCalls(request)
      .filter((message) => typeof message.reasoning_content !== 'string')
      .map(() => 'reasoning_content is missing'),
  'tool-name-pattern': (request) => toolNames(request).filter((name) => !/^[\w-]+$/.test(name)),
  'tool-name-64': (request) => toolNames(request).filter((name) => name.length > 64),
  'tool-name-unique': (request) =>
    toolNames(request).filter((name, at, all) => all.indexOf(name) !== at),
  'schema-no-ref': (request) =>
    schemasWith(request, (node) => '$ref' in node || '$defs' in node || 'definitions' in node),
  'schema-no-top-combinator': (request) =>
    schemasOf(request)
      .filter((schema) => 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema)
      .map(() => 'combinator at the top'),
  'schema-type-object': (request) =>
    schemasOf(request)
      .filter((schema) => schema.type !== 'object')
      .map(() => 'type must be "object"'),
  'schema-props-only-on-object': (request) =>
    schemasWith(
      request,
      (node) =>
        SIMPLE_TYPES.includes(String(node.type)) &&
        (isObject(node.properties) || Array.isArray(node.required)),
    ),
  'schema-no-type-array': (request) => schemasWith(request, (node) => Array.isArray(node.type)),
  'schema-enum-strings': (request) =>
    schemasWith(
      request,
      (node) => Array.isArray(node.enum) && node.enum.some((value) => typeof value !== 'string'),
    ),
  'tool-id-9': (request) => {
    const results = request.messages
      .filter((message) => message.role === 'tool')
      .map((message) => message.tool_call_id);
    return [...callsOf(request).map((call) => call.id), ...results]
      .filter((id) => !/^[a-zA-Z0-9]{9}$/.test(String(id)))
      .map((id) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9`);
  },
  'no-empty-assistant-content': (request) =>
    withCalls(request)
      .filter((message) => message.content === '')
      .map(() => 'text content blocks must be non-empty'),
  'no-null-without-calls': (request) =>
    request.messages
      .filter(
        (message) =>
          message.role === 'assistant' && !message.tool_calls?.length && message.content == null,
      )
      .map(() => 'content: expected a string, got null'),
  'content-string-only': (request) =>
    request.messages
      .filter((message) => Array.isArray(message.content))
      .map(() => 'content must be a string'),
  'no-developer-role': (request) =>
    request.messages
      .filter(({ role }) => !['system', 'user', 'assistant', 'tool'].includes(role))
      .map(({ role }) => `unknown role ${role}`),
  'system-first': (request) =>
    request.messages
      .filter(({ role }, at) => role === 'system' && at > 0)
      .map(() => 'system message must be at the beginning'),
  'responses-reasoning-pair': (request) => {
    const items = Array.isArray(request.input) ? (request.input as Fields[]) : [];
    return items
      .filter((item) => item.type === 'function_call' && String(item.id ?? '').startsWith('fc_'))
      .filter(
        (call) => !items.slice(0, items.indexOf(call)).some((item) => item.type === 'reasoning'),
      )
      .map(
        (call) =>
          `Item '${call.id}' of type 'function_call' was provided without its required 'reasoning' item`,
      );
  },
} satisfies Record<string, Check>;

function withCalls(request: ChatRequest) {
  return request.messages.filter(
    (message) => message.role === 'assistant' && message.tool_calls?.length,
  );
}

function callsOf(request: ChatRequest) {
  return withCalls(request).flatMap((message) => message.tool_calls ?? []);
}

function functionsOf(request: ChatRequest): Fields[] {
  return (request.tools ?? []).map((tool) => ((tool as Fields).function ?? tool) as Fields);
}

function toolNames(request: ChatRequest): string[] {
  return functionsOf(request).map((tool) => String(tool.name));
}

function schemasOf(request: ChatRequest): Fields[] {
  return functionsOf(request).map((tool) => (isObject(tool.parameters) ? tool.parameters : {}));
}

/** Schemas in which any node is bad; the names of properties are no keywords. */
function schemasWith(request: ChatRequest, bad: (node: Fields) => boolean): string[] {
  const search = (node: unknown, isNames: boolean): boolean => {
    if (Array.isArray(node)) return node.some((each) => search(each, false));
    if (!isObject(node)) return false;
    if (!isNames && bad(node)) return true;
    return Object.entries(node).some(([key, value]) =>
      search(value, key === 'properties' && !isNames),
    );
  };
  return schemasOf(request)
    .filter((schema) => search(schema, false))
    .map((schema) => JSON.stringify(schema).slice(0, 200));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
