import type { HLJSApi, LanguageFn } from 'highlight.js';

const LANGUAGES: Record<string, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  python: () => import('highlight.js/lib/languages/python'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const ALIASES: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  html: 'xml',
  yml: 'yaml',
  rs: 'rust',
};

let core: Promise<HLJSApi> | undefined;

/** The code as HTML with coloured spans; undefined for a language that is not known. Loaded at first use. */
export async function highlight(code: string, lang: string): Promise<string | undefined> {
  const name = ALIASES[lang.toLowerCase()] ?? lang.toLowerCase();
  const load = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (!load) return undefined;
  core ??= import('highlight.js/lib/core').then((module) => module.default);
  const [hljs, language] = await Promise.all([core, load()]);
  if (!hljs.getLanguage(name)) hljs.registerLanguage(name, language.default);
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}
