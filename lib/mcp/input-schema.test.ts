import { asSchema } from 'ai';
import { expect, it } from 'vitest';
import { toolSet } from '#lib/agent/toolset';
import { toolInput } from './input-schema.ts';
import { mcpTool } from './mcp-tool.ts';

const accepts = (schema: Record<string, unknown>, value: unknown) =>
  toolInput(schema).input.safeParse(value).success;

const node = {
  type: 'object',
  properties: { value: { type: 'number' }, next: { $ref: '#/$defs/Node' } },
  required: ['value'],
};

it.each<[string, Record<string, unknown>, unknown, unknown]>([
  [
    'nested objects, enums, optional fields',
    {
      type: 'object',
      properties: {
        filter: {
          type: 'object',
          properties: { state: { enum: ['open', 'closed'] }, limit: { type: 'integer' } },
          required: ['state'],
          additionalProperties: false,
        },
      },
      required: ['filter'],
    },
    { filter: { state: 'open' }, more: 1 },
    { filter: { state: 'open', more: 1 } },
  ],
  [
    'references into themselves',
    { type: 'object', properties: { head: { $ref: '#/$defs/Node' } }, $defs: { Node: node } },
    { head: { value: 1, next: { value: 2 } } },
    { head: { value: 1, next: { value: '2' } } },
  ],
  [
    'an older draft',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { id: { $ref: '#/definitions/Id' } },
      definitions: { Id: { type: 'string', minLength: 2 } },
    },
    { id: 'ab' },
    { id: 'a' },
  ],
  [
    'alternatives and null',
    {
      properties: { at: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null } },
    },
    { at: null },
    { at: 'now' },
  ],
  [
    'values of free fields',
    { type: 'object', additionalProperties: { type: 'number' } },
    { any: 1 },
    { any: 'one' },
  ],
  ['no type at all', {}, { a: 1 }, 'text'],
])('checks %s', (_, schema, good, bad) => {
  expect(accepts(schema, good)).toBe(true);
  expect(accepts(schema, bad)).toBe(false);
});

it.each([
  { type: 'object', properties: { a: { not: { type: 'string' } } } },
  { type: 'object', properties: { a: { $ref: '#/properties/b' }, b: { type: 'string' } } },
  { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
  { type: 'object', properties: { a: { type: 'sorcery' } } },
  { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  { type: 'object', if: { required: ['a'] }, else: { required: ['b'] } },
  { type: 'object', properties: { a: {} }, dependentRequired: { a: ['b'] } },
])('leaves what it cannot check to the server: %j', (schema) => {
  const { input, inputSchema } = toolInput(schema);
  expect(input.safeParse({ a: 1 }).success).toBe(true);
  expect(input.safeParse([]).success).toBe(false);
  expect(inputSchema).toMatchObject(schema);
});

it('passes an input on as it was written', () => {
  const { input } = toolInput({
    type: 'object',
    properties: { size: { type: 'number', default: 3 }, mail: { type: 'string', format: 'email' } },
  });
  expect(input.parse({ mail: 'Bob <bob@example.com>', extra: [1] })).toEqual({
    mail: 'Bob <bob@example.com>',
    extra: [1],
  });
});

it('says where an input is wrong', () => {
  const { input } = toolInput({
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'integer' } } },
  });
  expect(input.safeParse({ rows: [1, 'two'] }).error?.issues).toMatchObject([
    { path: ['rows', 1], message: expect.stringContaining('expected number') },
  ]);
});

it("shows the model the server's own schema without what is hidden in its prose", async () => {
  const inputSchema = {
    type: 'object',
    properties: {
      description: { type: 'string', description: 'What\u200b to do.\n\nBriefly.', default: 'x\n' },
      kind: { $ref: '#/$defs/Kind' },
    },
    additionalProperties: false,
    $defs: { Kind: { enum: ['a\n', 2, null], title: 'k'.repeat(1000) } },
  };
  const tool = mcpTool('s', { name: 't', inputSchema }, async () => ({ ok: true }));
  const shown = asSchema(toolSet([tool])[tool.name]?.inputSchema);
  expect(await shown.jsonSchema).toEqual({
    ...inputSchema,
    properties: {
      description: { type: 'string', description: 'What to do. Briefly.', default: 'x\n' },
      kind: { $ref: '#/$defs/Kind' },
    },
    $defs: { Kind: { enum: ['a\n', 2, null], title: `${'k'.repeat(599)}…` } },
  });
  expect(await shown.validate?.({ kind: 'a\n' })).toEqual({
    success: true,
    value: { kind: 'a\n' },
  });
  expect(await shown.validate?.({ kind: 'b' })).toMatchObject({ success: false });
});

it('spares the model a schema that would fill its context', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`field${i}`, { type: 'string' }]),
  );
  const { input, inputSchema } = toolInput({ type: 'object', properties });
  expect(inputSchema).toEqual({ type: 'object', properties: {} });
  expect(input.safeParse({ field7: 1 }).success).toBe(false);
});
