import { codeSpan, emphasised, escapeMarkdown, linkTo } from './markdown-text.ts';

/** Signs around words, and what Markdown has for them. */
const SIGNS: Readonly<Record<string, string>> = {
  '*': '**',
  _: '*',
  '-': '~~',
  '+': '',
  '^': '',
  '~': '',
  '??': '*',
  '{{': '`',
  '[': '[',
  '!': '!',
};
const CLOSING: Readonly<Record<string, string>> = { '{{': '}}', '[': ']' };
const WORD = /[\p{L}\p{N}]/u;
const LONGEST_MACRO = 80;

const isWord = (letter: string | undefined) => letter !== undefined && WORD.test(letter);
const isSpace = (letter: string | undefined) => letter === undefined || letter === ' ' || letter === '\t';

function signAt(text: string, at: number): string | undefined {
  const two = text.slice(at, at + 2);
  if (two === '??' || two === '{{') return two;
  const one = text.charAt(at);
  return Object.hasOwn(SIGNS, one) ? one : undefined;
}

/** Where words that a sign begins end; -1 where they do not. */
function endOfWords(text: string, sign: string, from: number): number {
  const closing = CLOSING[sign] ?? sign;
  const loose = sign in CLOSING;
  for (let end = text.indexOf(closing, from + 1); end >= 0; end = text.indexOf(closing, end + 1))
    if (loose || (!isSpace(text.at(end - 1)) && !isWord(text[end + closing.length]))) return end;
  return -1;
}

function imageText(inner: string): string {
  const [name = ''] = inner.split('|');
  return linkTo(escapeMarkdown(`📎 ${name}`), name);
}

function linkText(inner: string, other: ReadonlySet<string>): string {
  const bar = inner.indexOf('|');
  const [words, address] = bar < 0 ? [inner, inner] : [inner.slice(0, bar), inner.slice(bar + 1)];
  const [target = ''] = address.split('|');
  if (words.startsWith('~') && bar < 0)
    return escapeMarkdown(`@${words.slice(1).replace(/^accountid:/, '')}`);
  const known = linkTo('', target);
  if (bar < 0) return known === '' ? escapeMarkdown(`[${inner}]`) : linkTo(escapeMarkdown(words), target);
  return linkTo(scan(words, new Set([...other, '['])), target);
}

function writeWords(sign: string, inner: string, within: ReadonlySet<string>): string {
  if (sign === '{{') return codeSpan(inner);
  if (sign === '[') return linkText(inner, within);
  if (sign === '!') return imageText(inner);
  return emphasised(SIGNS[sign] ?? '', scan(inner, new Set([...within, sign])));
}

/** A macro that only styles, such as a colour, leaves nothing. */
function macroEnd(text: string, at: number): number {
  const head = text.slice(at, at + LONGEST_MACRO);
  const found = /^\{(?:color|anchor|panel|quote|code|noformat|expand)(?::[^{}]*)?\}/.exec(head)?.[0];
  return found === undefined ? -1 : at + found.length;
}

/**
 * Scans a line once. A sign that has no end after here has none later either, so each sign is searched in vain at
 * most once, and no sign nests in itself.
 */
function scan(text: string, within: ReadonlySet<string>): string {
  const dead = new Set(within);
  const parts: string[] = [];
  let plain = 0;
  const flush = (end: number) => parts.push(escapeMarkdown(text.slice(plain, end)));
  for (let at = 0; at < text.length;) {
    const jump = stepAt(text, at, dead, within);
    if (!jump) at += 1;
    else {
      flush(at);
      parts.push(jump.words);
      at = jump.next;
      plain = at;
    }
  }
  flush(text.length);
  return parts.join('');
}

/** What begins at a place other than plain text, and where it ends. */
function stepAt(
  text: string,
  at: number,
  dead: Set<string>,
  within: ReadonlySet<string>,
): { readonly words: string; readonly next: number } | undefined {
  if (text[at] === '\\' && at + 1 < text.length && !isWord(text[at + 1]) && !isSpace(text[at + 1]))
    return text[at + 1] === '\\'
      ? { words: ' ', next: at + 2 }
      : { words: escapeMarkdown(text.charAt(at + 1)), next: at + 2 };
  const macro = text[at] === '{' ? macroEnd(text, at) : -1;
  if (macro > 0) return { words: '', next: macro };
  const sign = signAt(text, at);
  if (sign === undefined || dead.has(sign)) return undefined;
  const opens = sign in CLOSING || (!isWord(text[at - 1]) && text[at - 1] !== sign);
  const from = at + sign.length;
  if (!opens || isSpace(text[from]) || text.startsWith(sign, from)) return undefined;
  const end = endOfWords(text, sign, from);
  if (end < 0) {
    dead.add(sign);
    return undefined;
  }
  const words = writeWords(sign, text.slice(from, end), within);
  return { words, next: end + (CLOSING[sign] ?? sign).length };
}

/** A line of wiki markup as inline Markdown. */
export function wikiInline(line: string): string {
  return scan(line, new Set());
}
