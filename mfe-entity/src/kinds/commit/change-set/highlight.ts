import type { Refractor } from 'refractor/core';

type Language = Parameters<Refractor['register']>[0];
type Load = () => Promise<{ default: Language }>;

/** How the languages of common files are loaded, each when the first file of it is seen. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  bash: () => import('refractor/bash'),
  c: () => import('refractor/c'),
  cpp: () => import('refractor/cpp'),
  csharp: () => import('refractor/csharp'),
  css: () => import('refractor/css'),
  docker: () => import('refractor/docker'),
  go: () => import('refractor/go'),
  ini: () => import('refractor/ini'),
  java: () => import('refractor/java'),
  javascript: () => import('refractor/javascript'),
  json: () => import('refractor/json'),
  jsx: () => import('refractor/jsx'),
  kotlin: () => import('refractor/kotlin'),
  makefile: () => import('refractor/makefile'),
  markdown: () => import('refractor/markdown'),
  markup: () => import('refractor/markup'),
  php: () => import('refractor/php'),
  python: () => import('refractor/python'),
  ruby: () => import('refractor/ruby'),
  rust: () => import('refractor/rust'),
  scss: () => import('refractor/scss'),
  sql: () => import('refractor/sql'),
  swift: () => import('refractor/swift'),
  toml: () => import('refractor/toml'),
  tsx: () => import('refractor/tsx'),
  typescript: () => import('refractor/typescript'),
  yaml: () => import('refractor/yaml'),
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  cc: 'cpp',
  cjs: 'javascript',
  cs: 'csharp',
  cts: 'typescript',
  h: 'c',
  hpp: 'cpp',
  htm: 'markup',
  html: 'markup',
  js: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  mk: 'makefile',
  mts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'markup',
  ts: 'typescript',
  vue: 'markup',
  xml: 'markup',
  yml: 'yaml',
  zsh: 'bash',
};

/** The language of a file by its name; null for one that is drawn as plain text. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === 'dockerfile') return 'docker';
  if (name === 'makefile') return 'makefile';
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const language = EXTENSIONS[extension] ?? extension;
  return Object.hasOwn(LANGUAGES, language) && name.includes('.') ? language : null;
}

/** What marks up the words of a language: an element tree of a text. */
export interface Highlighter {
  readonly language: string;
  highlight(this: void, text: string): unknown[];
}

/** Loads what a language needs. */
export async function loadHighlighter(language: string): Promise<Highlighter | null> {
  const load = LANGUAGES[language];
  if (!load) return null;
  const [{ refractor }, { default: grammar }] = await Promise.all([import('refractor/core'), load()]);
  refractor.register(grammar);
  return { language, highlight: (text) => refractor.highlight(text, language).children };
}
