import { expect, it } from 'vitest';
import { modelView, toolResult } from './call-result.ts';

const text = (...texts: string[]) => texts.map((each) => ({ type: 'text' as const, text: each }));

it('joins texts and names what is none', () => {
  const content = [
    ...text('one'),
    { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' },
    { type: 'resource' as const, resource: { uri: 'file:///a', text: 'inside' } },
    { type: 'resource_link' as const, uri: 'file:///b', name: 'b' },
    { type: 'audio', data: 'aGk=' },
    ...text('two'),
  ];
  expect(toolResult({ content })).toEqual({
    ok: true,
    text: 'one\n[image, image/png]\ninside\n[resource_link, file:///b, b]\n[audio]\ntwo',
  });
});

it('gives structured content as data, and the model no copy of it', () => {
  const data = { rows: [1, 2] };
  const same = toolResult({ content: text(JSON.stringify(data)), structuredContent: data });
  expect(same).toEqual({ ok: true, text: '{"rows":[1,2]}', data });
  expect(modelView(same)).toBe('{"rows":[1,2]}');
  expect(modelView(toolResult({ content: text('2 rows'), structuredContent: data }))).toBe(
    '2 rows\n{"rows":[1,2]}',
  );
});

it('gives long data as a text, which can be cut and kept', () => {
  const data = Array.from({ length: 5000 }, (_, i) => i);
  expect(toolResult({ content: text('many'), structuredContent: data })).toEqual({
    ok: true,
    text: 'many',
    data: JSON.stringify(data),
  });
  expect(
    toolResult({ content: text(JSON.stringify(data)), structuredContent: data }),
  ).not.toHaveProperty('data');
});

it('keeps the whole of an error that is too long for a message', () => {
  const long = `${'Line\n'.repeat(200)}end`;
  const result = toolResult({ content: text(long), isError: true });
  expect(result).toMatchObject({ ok: false, error: { code: 'exec_failed' }, text: long });
  expect(modelView(result)).toMatch(/^Error: Line Line .*…\nLine\n/);
});

it('says a short error once', () => {
  const data = { wanted: 3 };
  const result = toolResult({
    content: text('Too few.\nSorry.'),
    structuredContent: data,
    isError: true,
  });
  expect(result).toMatchObject({ ok: false, error: { message: 'Too few. Sorry.' }, data });
  expect(modelView(result)).toBe('Error: Too few. Sorry.\n{"wanted":3}');
});

it('has words for an empty answer', () => {
  expect(modelView(toolResult({ content: [] }))).toBe('Done.');
  expect(toolResult({ content: [], isError: true })).toMatchObject({
    error: { message: 'The tool reported an error.' },
  });
});
