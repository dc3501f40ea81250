import {
  DEEPEST,
  codeBlock,
  escapeLineStart,
  escapeMarkdown,
  itemLines,
  joinBlocks,
  quoteLines,
  tableLines,
} from './markdown-text.ts';
import { wikiInline } from './wiki-inline.ts';

const MACRO = /^\s{0,9}\{(code|noformat|quote|panel)(?::([^{}]{0,200}))?\}/;

interface Reading {
  readonly lines: readonly string[];
  at: number;
}

/** The lines up to the end of a macro, which stands alone or at the end of a line. */
function takeMacro(reading: Reading, name: string, first: string): string[] {
  const closing = `{${name}}`;
  const taken: string[] = [];
  let line: string | undefined = first;
  while (line !== undefined) {
    const end = line.indexOf(closing);
    if (end >= 0) return [...taken, line.slice(0, end)];
    taken.push(line);
    line = reading.lines[reading.at];
    reading.at += 1;
  }
  return taken;
}

const trimmed = (lines: readonly string[]): string[] => {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
};

function macro(reading: Reading, depth: number): string[] | undefined {
  const line = reading.lines[reading.at] ?? '';
  const [head, name = '', settings = ''] = MACRO.exec(line) ?? [];
  if (head === undefined) return undefined;
  reading.at += 1;
  const taken = takeMacro(reading, name, line.slice(head.length));
  if (name === 'code' || name === 'noformat') {
    const language = settings.split('|').find((each) => !each.includes('=')) ?? '';
    return codeBlock(trimmed(taken).join('\n'), language);
  }
  const title = /(?:^|\|)title=([^|]*)/.exec(settings)?.[1] ?? '';
  const body = blocks(taken, depth + 1);
  return quoteLines(title === '' ? body : joinBlocks([[`**${escapeMarkdown(title)}**`], body]));
}

/** A table cell ends at a bar that stands in no link. */
function cells(line: string): string[] {
  const found: string[] = [];
  let from = 0;
  let isLink = false;
  for (let at = 0; at < line.length; at += 1)
    if (line[at] === '[') isLink = true;
    else if (line[at] === ']') isLink = false;
    else if (line[at] === '|' && !isLink) {
      found.push(line.slice(from, at));
      from = at + 1;
    }
  const rest = line.slice(from);
  return (rest.trim() === '' ? found : [...found, rest]).map((cell) => wikiInline(cell.trim()));
}

function table(reading: Reading): string[] | undefined {
  const rows: string[][] = [];
  for (
    let line = reading.lines[reading.at];
    line?.trimStart().startsWith('|');
    line = reading.lines[reading.at]
  ) {
    const bare = line.trim();
    const isHead = bare.startsWith('||');
    rows.push(cells(isHead ? bare.slice(2).split('||').join('|') : bare.slice(1)));
    reading.at += 1;
  }
  return rows.length === 0 ? undefined : tableLines(rows);
}

const ITEM = /^\s{0,9}([*#]{1,50}|-{1,3}) +(.*)$/;

function list(reading: Reading): string[] | undefined {
  const found: string[] = [];
  const numbers: number[] = [];
  for (;;) {
    const [, signs, words = ''] = ITEM.exec(reading.lines[reading.at] ?? '') ?? [];
    if (signs === undefined) break;
    // A level that was never opened would be code in Markdown.
    const level = Math.min(signs.length, numbers.length + 1, DEEPEST);
    numbers.length = level;
    const number = (numbers[level - 1] ?? 0) + 1;
    numbers[level - 1] = number;
    const marker = signs.endsWith('#') ? `${String(number)}.` : '-';
    const indent = '   '.repeat(level - 1);
    found.push(...itemLines(marker, [escapeLineStart(wikiInline(words))]).map((line) => indent + line));
    reading.at += 1;
  }
  return found.length === 0 ? undefined : found;
}

function singleLine(reading: Reading): string[] | undefined {
  const line = (reading.lines[reading.at] ?? '').trim();
  const [, level, words = ''] = /^h([1-6])\. *(.*)$/.exec(line) ?? [];
  const quoted = line.startsWith('bq. ') ? line.slice('bq. '.length) : undefined;
  const isRule = /^-{4,}$/.test(line);
  if (level === undefined && quoted === undefined && !isRule) return undefined;
  reading.at += 1;
  if (isRule) return ['---'];
  if (quoted !== undefined) return quoteLines([escapeLineStart(wikiInline(quoted))]);
  return words === '' ? [] : [`${'#'.repeat(Number(level))} ${wikiInline(words)}`];
}

function paragraph(reading: Reading, isBlock: () => boolean): string[] {
  const found: string[] = [];
  while (reading.at < reading.lines.length) {
    const line = (reading.lines[reading.at] ?? '').trim();
    if (line === '' || (found.length > 0 && isBlock())) break;
    found.push(escapeLineStart(wikiInline(line)));
    reading.at += 1;
  }
  // Wiki markup keeps the breaks of lines, which Markdown does only after a backslash.
  return found.map((line, index) => (index < found.length - 1 ? `${line}\\` : line));
}

const beginsBlock = (line: string) =>
  MACRO.test(line) || ITEM.test(line) || /^\s*(?:h[1-6]\.|bq\. |\||-{4,}\s*$)/.test(line);

function blocks(lines: readonly string[], depth: number): string[] {
  if (depth > DEEPEST) return ['…'];
  const reading: Reading = { lines, at: 0 };
  const found: string[][] = [];
  const here = () => reading.lines[reading.at] ?? '';
  while (reading.at < lines.length)
    if (here().trim() === '') reading.at += 1;
    else
      found.push(
        macro(reading, depth) ??
          singleLine(reading) ??
          table(reading) ??
          list(reading) ??
          paragraph(reading, () => beginsBlock(here())),
      );
  return joinBlocks(found);
}

/** Jira's wiki markup as Markdown. Macros that only style a text leave it plain. */
export function wikiMarkdown(markup: string): string {
  return blocks(markup.split(/\r?\n|\r/), 0).join('\n');
}
