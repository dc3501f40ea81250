import { inlineMarkdown, leafText } from './adf-inline.ts';
import { type AdfNode, adfNodes, numberAttribute, textAttribute } from './adf-node.ts';
import {
  DEEPEST,
  asOneLine,
  codeBlock,
  escapeLineStart,
  escapeMarkdown,
  itemLines,
  joinBlocks,
  quoteLines,
  tableLines,
} from './markdown-text.ts';

const INLINE = new Set([
  'text',
  'hardBreak',
  'mention',
  'emoji',
  'date',
  'status',
  'inlineCard',
  'placeholder',
]);
const WIDEST_SPAN = 20;

type Block = (node: AdfNode, depth: number) => string[];

const paragraph: Block = ({ content }) => {
  const text = inlineMarkdown(content);
  return text.trim() === '' ? [] : text.split('\n').map((line) => escapeLineStart(line.trim()));
};

const heading: Block = (node) => {
  const words = asOneLine(inlineMarkdown(node.content).replaceAll('\\\n', ' ')).trim();
  return words === '' ? [] : [`${'#'.repeat(numberAttribute(node, 'level', [1, 6]))} ${words}`];
};

const children = (node: AdfNode, depth: number): string[] => blocks(node.content, depth + 1);

function list(marker: (item: AdfNode, index: number) => string): Block {
  return ({ content }, depth) =>
    adfNodes(content).flatMap((item, index) =>
      itemLines(
        marker(item, index),
        item.type.endsWith('List') ? render(item, depth + 1) : children(item, depth),
      ),
    );
}

const orderedList: Block = (node, depth) => {
  const first = numberAttribute(node, 'order', [1, 1_000_000]);
  return list((_, index) => `${String(first + index)}.`)(node, depth);
};

const taskMarker = (item: AdfNode) => (textAttribute(item, 'state') === 'DONE' ? '- [x]' : '- [ ]');

const codeLines: Block = (node) =>
  codeBlock(
    adfNodes(node.content)
      .map(({ text }) => text)
      .join(''),
    textAttribute(node, 'language'),
  );

/** Content under words of its own, such as the title of what is unfolded. */
const titled = (words: string, lines: string[]): string[] =>
  words.trim() === '' ? lines : joinBlocks([[`**${escapeMarkdown(asOneLine(words).trim())}**`], lines]);

const panel: Block = (node, depth) =>
  quoteLines(titled(textAttribute(node, 'panelType'), children(node, depth)));

const table: Block = ({ content }, depth) =>
  tableLines(
    adfNodes(content).map((row) =>
      adfNodes(row.content).flatMap((cell) => {
        const words = children(cell, depth).join(' ').replaceAll('\\ ', ' ');
        return [words, ...Array<string>(numberAttribute(cell, 'colspan', [1, WIDEST_SPAN]) - 1).fill('')];
      }),
    ),
  );

const media: Block = (node, depth) => {
  const own = leafText(node);
  return own === undefined ? children(node, depth) : [own];
};

const BLOCKS: Readonly<Record<string, Block>> = {
  paragraph,
  heading,
  bulletList: list(() => '-'),
  orderedList,
  taskList: list(taskMarker),
  decisionList: list(() => '-'),
  codeBlock: codeLines,
  blockquote: (node, depth) => quoteLines(children(node, depth)),
  panel,
  expand: (node, depth) => titled(textAttribute(node, 'title'), children(node, depth)),
  nestedExpand: (node, depth) => titled(textAttribute(node, 'title'), children(node, depth)),
  rule: () => ['---'],
  table,
  media,
  blockCard: media,
  embedCard: media,
};

function render(node: AdfNode, depth: number): string[] {
  if (depth > DEEPEST) return ['…'];
  const block = Object.hasOwn(BLOCKS, node.type) ? BLOCKS[node.type] : undefined;
  if (block) return block(node, depth);
  return node.content.length > 0 ? children(node, depth) : titled(textAttribute(node, 'text'), []);
}

/** Blocks one after the other. Inline nodes among them stand in a paragraph, as in the items of tasks. */
function blocks(content: readonly unknown[], depth: number): string[] {
  const found: string[][] = [];
  let inline: AdfNode[] = [];
  const endParagraph = () => {
    if (inline.length > 0) found.push(paragraph({ ...EMPTY, content: inline }, depth));
    inline = [];
  };
  for (const node of adfNodes(content))
    if (INLINE.has(node.type)) inline.push(node);
    else {
      endParagraph();
      found.push(render(node, depth));
    }
  endParagraph();
  return joinBlocks(found);
}

const EMPTY: AdfNode = { type: 'paragraph', text: '', attrs: {}, content: [], marks: [] };

/** A document in Atlassian's format as Markdown. Unknown nodes give their content, what is no document nothing. */
export function adfMarkdown(document: unknown): string {
  const [doc] = adfNodes([document]);
  return doc ? blocks(doc.content, 0).join('\n') : '';
}
