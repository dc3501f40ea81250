import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const MOST_WORDS_IN_SENTENCE = 40;
const MOST_WORDS_IN_PARAGRAPH = 120;

/** How many lines a page may have, by the start of its path. */
const MOST_LINES: readonly (readonly [start: string, lines: number])[] = [
  ['ARCHITECTURE.md', 120],
  ['docs/decisions/0', 40],
  ['docs/performance', 100],
];

/** Every Markdown page that people of the project write: at the root, in docs, and the CONTEXT.md files. */
export function findPages(root: string): string[] {
  const within = (folder: string, accept: RegExp): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
          const path = join(folder, entry.name);
          if (/^(node_modules|dist|\..*)$/.test(entry.name)) return [];
          if (entry.isDirectory())
            return folder === root && !accept.test(entry.name) ? [] : within(path, accept);
          return entry.name.endsWith('.md') ? [path] : [];
        })
      : [];
  return within(root, /^(docs|libs|shell|mfe-.+|svc-.+)$/).map((path) => relative(root, path));
}

/** The faults of a page that make it hard to read: long sentences, long paragraphs, too many lines. */
export function proseFaults(page: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [
    ...lengthFaults(page, text),
    ...paragraphsOf(prose).flatMap((paragraph) => faultsOf(page, paragraph)),
  ];
}

function lengthFaults(page: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  const most = MOST_LINES.find(([start]) => page.startsWith(start))?.[1];
  return most !== undefined && lines > most ? [`${page}: ${lines} lines; at most ${most}`] : [];
}

/** The paragraphs and list items of a page, without tables, headings and pictures. */
function paragraphsOf(prose: string): string[] {
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .map((block) =>
      block
        .split('\n')
        .filter((line) => !/^\s*(\||#|!\[)/.test(line))
        .join(' ')
        .trim(),
    )
    .filter(Boolean);
}

function faultsOf(page: string, paragraph: string): string[] {
  const starts = (words: readonly string[]) => `${words.slice(0, 8).join(' ')} …`;
  const all = wordsOf(paragraph);
  const long = all.length > MOST_WORDS_IN_PARAGRAPH;
  return [
    ...(long ? [`${page}: a paragraph of ${all.length} words: ${starts(all)}`] : []),
    ...paragraph
      .split(/(?<=[.!?])[*_)`”"]*\s+/)
      .map(wordsOf)
      .filter(({ length }) => length > MOST_WORDS_IN_SENTENCE)
      .map((words) => `${page}: a sentence of ${words.length} words: ${starts(words)}`),
  ];
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Every fault of every page of a tree. */
export function findProseFaults(root: string): string[] {
  return findPages(root).flatMap((page) => proseFaults(page, readFileSync(join(root, page), 'utf8')));
}
