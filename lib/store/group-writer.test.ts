import { expect, it } from 'vitest';
import { GroupWriter } from './group-writer.ts';

it('writes rows that come together in one group, and tells each writer of its own', async () => {
  const groups: number[][] = [];
  const writer = new GroupWriter<number>(async (rows) => {
    groups.push([...rows]);
    return rows.map((row) => row % 2 === 0);
  });
  const written = await Promise.all([1, 2, 3, 4].map((row) => writer.write(row)));
  expect(written).toEqual([false, true, false, true]);
  expect(groups).toEqual([[1, 2, 3, 4]]);
  expect(await writer.write(6)).toBe(true);
});

it('does not let one bad row fail the others', async () => {
  const writer = new GroupWriter<number>(async (rows) => {
    if (rows.includes(13)) throw new Error('bad');
    return rows.map(() => true);
  });
  const written = await Promise.allSettled([1, 13, 2].map((row) => writer.write(row)));
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
