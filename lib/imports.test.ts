import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Which rooms a room may import from; its own and those in `SHARED` always. Arrows point one way:
 * events ← everything, store ← runs, models and tools ← agent ← runs ← app, tools ← mcp ← runs,
 * store ← access ← app and proxy; the browser's side sees only events, client and i18n.
 */
const ALLOWED: Record<string, readonly string[]> = {
  'lib/events': [],
  'lib/i18n': ['lib/events'],
  'lib/client': ['lib/events', 'lib/i18n'],
  components: ['lib/events', 'lib/client', 'lib/i18n'],
  'lib/store': ['lib/events', 'lib/shared'],
  'lib/workspace': ['lib/shared'],
  'lib/models': ['lib/events', 'lib/store', 'lib/shared'],
  'lib/tools': ['lib/events', 'lib/workspace', 'lib/shared'],
  'lib/mcp': ['lib/events', 'lib/tools', 'lib/shared'],
  'lib/agent': ['lib/events', 'lib/models', 'lib/tools', 'lib/shared'],
  'lib/runs': [
    'lib/events',
    'lib/store',
    'lib/models',
    'lib/tools',
    'lib/mcp',
    'lib/workspace',
    'lib/agent',
    'lib/shared',
  ],
  'lib/share': ['lib/events', 'lib/store', 'lib/models', 'lib/shared'],
  'lib/http': ['lib/events', 'lib/shared'],
  'lib/access': ['lib/events', 'lib/store', 'lib/http', 'lib/shared'],
  'lib/shared': [],
};

/** Files directly in lib/, without a room of their own. */
const roomOf = (file: string): string => {
  const [top, second, third] = file.split('/');
  if (top !== 'lib') return top ?? '';
  return third === undefined ? 'lib/shared' : `lib/${second}`;
};

const files = ['lib', 'components']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, name]) => {
    if (name?.startsWith('#')) return [`${name.slice(1)}.ts`];
    return name?.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}

const wrong = (file: string) =>
  importsOf(file)
    .map(roomOf)
    .filter((room) => room !== roomOf(file) && !ALLOWED[roomOf(file)]?.includes(room))
    .map((room) => `${file} → ${room}`);

it('knows every room', () => {
  const rooms = new Set(files.map(roomOf));
  expect([...rooms].filter((room) => !(room in ALLOWED))).toEqual([]);
});

it('has no import against the arrows', () => {
  expect(files.flatMap(wrong)).toEqual([]);
});

it('sees the imports that it judges', () => {
  expect(importsOf('lib/runs/advance.ts').map(roomOf)).toContain('lib/agent');
  expect(files.length).toBeGreaterThan(40);
});
