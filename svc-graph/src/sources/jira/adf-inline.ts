import { type AdfNode, adfMarks, adfNodes, textAttribute } from './adf-node.ts';
import { asOneLine, codeSpan, emphasised, escapeMarkdown, linkTo } from './markdown-text.ts';

/** The marks that Markdown has, outermost first. */
const MARKS = ['link', 'strong', 'em', 'strike', 'code'] as const;
const SIGNS = { strong: '**', em: '*', strike: '~~' } as const;

interface Piece {
  readonly node: AdfNode;
  readonly marks: ReadonlyMap<string, string>;
}

const LATEST = 8.64e15;

function dayText(node: AdfNode): string {
  const moment = Number(textAttribute(node, 'timestamp') || Number.NaN);
  return Math.abs(moment) <= LATEST ? new Date(moment).toISOString().slice(0, 10) : '';
}

/** What an attachment is called, since its file needs the rights of its tool. */
function mediaText(node: AdfNode): string {
  const alt = textAttribute(node, 'alt');
  const words = alt === '' ? 'attachment' : alt;
  return linkTo(escapeMarkdown(asOneLine(`📎 ${words}`)), textAttribute(node, 'url'));
}

function cardText(node: AdfNode): string {
  const url = textAttribute(node, 'url');
  return linkTo(escapeMarkdown(asOneLine(url)), url);
}

const plain = (text: string) => escapeMarkdown(asOneLine(text));

/** Leaves other than text, each with the words that stand for it. */
const LEAVES: Readonly<Record<string, (node: AdfNode) => string>> = {
  hardBreak: () => '\\\n',
  mention: (node) => plain(textAttribute(node, 'text') || `@${textAttribute(node, 'id')}`),
  emoji: (node) => plain(textAttribute(node, 'text') || textAttribute(node, 'shortName')),
  date: dayText,
  status: (node) => codeSpan(textAttribute(node, 'text')),
  placeholder: (node) => plain(textAttribute(node, 'text')),
  inlineCard: cardText,
  blockCard: cardText,
  embedCard: cardText,
  media: mediaText,
  mediaInline: mediaText,
};

/** The words of a leaf that is not text; undefined for any other node. */
export function leafText(node: AdfNode): string | undefined {
  return Object.hasOwn(LEAVES, node.type) ? LEAVES[node.type]?.(node) : undefined;
}

function pieceText({ node }: Piece): string {
  return leafText(node) ?? plain(node.text || textAttribute(node, 'text'));
}

/** Pieces in a row that agree on a mark, so that it is opened and closed once. */
function runs(
  pieces: readonly Piece[],
  mark: string,
): { readonly value: string | undefined; readonly pieces: Piece[] }[] {
  const found: { value: string | undefined; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const value = piece.marks.get(mark);
    const last = found.at(-1);
    if (last && last.value === value) last.pieces.push(piece);
    else found.push({ value, pieces: [piece] });
  }
  return found;
}

function markedText(pieces: readonly Piece[], depth: number): string {
  const mark = MARKS[depth];
  if (mark === undefined) return pieces.map(pieceText).join('');
  return runs(pieces, mark)
    .map((run) => {
      if (run.value === undefined) return markedText(run.pieces, depth + 1);
      if (mark === 'code') return codeSpan(run.pieces.map(({ node }) => node.text).join(''));
      const inner = markedText(run.pieces, depth + 1);
      return mark === 'link' ? linkTo(inner, run.value) : emphasised(SIGNS[mark], inner);
    })
    .join('');
}

/** The content of a paragraph, heading or cell as inline Markdown; a hard break is its only new line. */
export function inlineMarkdown(content: readonly unknown[]): string {
  const pieces = adfNodes(content).map((node) => ({ node, marks: adfMarks(node) }));
  return markedText(pieces, 0);
}
