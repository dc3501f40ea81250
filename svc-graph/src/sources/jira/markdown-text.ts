/** The deepest nesting that is kept as structure. Deeper content is hostile or broken. */
export const DEEPEST = 40;

const SPECIAL = /[\\`*[\]<~]|&(?=[#a-z])/gi;
const OUTER_UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A text as Markdown that shows the text itself. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(SPECIAL, String.raw`\$&`).replaceAll(OUTER_UNDERSCORE, String.raw`\_`);
}

/** A line of inline Markdown that begins no list, heading, quote or rule. */
export function escapeLineStart(line: string): string {
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(line)?.[0];
  if (number !== undefined) return `${number}\\${line.slice(number.length)}`;
  return /^(?:[#>+=-]|\|)/.test(line) ? `\\${line}` : line;
}

/** A text as one line, without the breaks that would end a paragraph. */
export const asOneLine = (text: string): string => text.split(/[\r\n\u2028\u2029]+/).join(' ');

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`{1,100}/g)?.map(({ length }) => length) ?? []).slice(0, 1_000));

/** A text as code within a line. */
export function codeSpan(text: string): string {
  const line = asOneLine(text);
  if (line.trim() === '') return line;
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = /^[`\s]|[`\s]$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** The lines of a block of code. */
export function codeBlock(text: string, language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const named = /^[\w+#.-]{1,40}$/.test(language) ? language : '';
  return [`${fence}${named}`, ...text.split('\n'), fence];
}

/** A link whose address is safe to follow; its words alone where it is not. */
export function linkTo(words: string, address: string): string {
  if (!/^(?:https?:\/\/|mailto:)[^\s<>]{1,2000}$/i.test(address)) return words;
  const target = address.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('\\', '%5C');
  return `[${words}](${target})`;
}

/** Inline Markdown between two marks; spaces stay outside, where Markdown wants them. */
export function emphasised(mark: string, inner: string): string {
  const begin = inner.length - inner.trimStart().length;
  const words = inner.trim();
  if (words === '') return inner;
  return `${inner.slice(0, begin)}${mark}${words}${mark}${inner.slice(begin + words.length)}`;
}

/** The rows of a table; the first one is its head and becomes as wide as the widest. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [head, ...body] = rows;
  if (!head || width === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(' | ')} |`;
  const widened = [...head, ...Array<string>(width - head.length).fill('')];
  return [line(widened), line(widened.map(() => '---')), ...body.map(line)];
}

const cellText = (cell: string) =>
  asOneLine(cell)
    .replaceAll('|', String.raw`\|`)
    .trim();

/** Lines as a quote. */
export const quoteLines = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === '' ? '>' : `> ${line}`));

/** Blocks with an empty line between them. */
export const joinBlocks = (blocks: readonly (readonly string[])[]): string[] =>
  blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : ['', ...block]));

/** The lines of a list item under its marker. */
export const itemLines = (marker: string, lines: readonly string[]): string[] =>
  (lines.length === 0 ? [''] : lines).map((line, index) =>
    index === 0
      ? `${marker} ${line}`.trimEnd()
      : line === ''
        ? ''
        : `${' '.repeat(marker.length + 1)}${line}`,
  );
