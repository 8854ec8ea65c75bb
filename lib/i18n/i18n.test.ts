import { expect, it } from 'vitest';
import { en } from './en.ts';
import { formatDuration } from './format.ts';
import { pickLocale } from './locale.ts';
import { zh } from './zh.ts';

function keys(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null
      ? keys(inner, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );
}

it('has every text in both languages', () => {
  expect(keys(zh).sort()).toEqual(keys(en).sort());
});

it.each([
  [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  [undefined, 'fr,en;q=0.8,zh;q=0.5', 'en'],
  [undefined, 'fr', 'en'],
  [undefined, null, 'en'],
  ['zh', 'en', 'zh'],
  ['xx', 'zh', 'zh'],
] as const)('picks a language for %s and %s', (chosen, accept, locale) => {
  expect(pickLocale(chosen, accept)).toBe(locale);
});

it.each([
  [320, '320 ms', '320 毫秒'],
  [1100, '1.1 s', '1.1 秒'],
  [12_400, '12 s', '12 秒'],
  [59_800, '1 min 00 s', '1 分 00 秒'],
  [124_000, '2 min 04 s', '2 分 04 秒'],
])('writes %d ms', (ms, english, chinese) => {
  expect(formatDuration(ms, 'en')).toBe(english);
  expect(formatDuration(ms, 'zh')).toBe(chinese);
});
