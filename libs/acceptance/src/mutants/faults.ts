import { parseSync, type Node } from 'oxc-parser';
import { calledName, listChildren, isFunction } from '../house/syntax.ts';

/** A change of a file's text that should make a test fail. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What stands there instead of what. */
  readonly words: string;
  readonly line: number;
}

type Change = Pick<Fault, 'start' | 'end' | 'text' | 'words'>;

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};
/** Methods that answer something of the kind of what they are called on. */
const LEFT_OUT = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toLowerCase', 'flat']);

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text).replaceAll(/\s+/g, ' ');
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** Says and makes one change of a node. */
function change(source: string, { start, end }: { start: number; end: number }, text: string): Change {
  return { start, end, text, words: `${cut(source.slice(start, end))} → ${cut(text) || 'nothing'}` };
}

type BinaryNode = Extract<Node, { type: 'BinaryExpression' | 'LogicalExpression' }>;

function ofOperator(node: BinaryNode, source: string): Change[] {
  const { operator, left, right } = node;
  if (operator === '??') return [change(source, node, source.slice(right.start, right.end))];
  const other = OTHER_OPERATOR[operator];
  if (other === undefined || (operator === '+' && (isText(left) || isText(right)))) return [];
  const start = source.indexOf(operator, left.end);
  return [{ start, end: start + operator.length, text: other, words: `${operator} → ${other}` }];
}

function ofLiteral(node: Extract<Node, { type: 'Literal' }>, source: string): Change[] {
  if (typeof node.value === 'boolean') return [change(source, node, String(!node.value))];
  return typeof node.value === 'number' ? [change(source, node, String(node.value + 1))] : [];
}

function ofCall(node: Extract<Node, { type: 'CallExpression' }>, source: string): Change[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || !LEFT_OUT.has(calledName(callee) ?? '')) return [];
  return [change(source, { start: callee.object.end, end: node.end }, '')];
}

const isCall = (node: Node): boolean =>
  node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(node.argument));

/** The changes that one node alone gives. */
function changesAt(node: Node, source: string): Change[] {
  const textAt = ({ start, end }: Node) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, source);
    case 'Literal':
      return ofLiteral(node, source);
    case 'CallExpression':
      return ofCall(node, source);
    case 'UnaryExpression':
      return node.operator === '!' ? [change(source, node, textAt(node.argument))] : [];
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node;
      return [change(source, node, `${textAt(test)} ? ${textAt(alternate)} : ${textAt(consequent)}`)];
    }
    case 'IfStatement':
      return [change(source, node.test, `!(${textAt(node.test)})`)];
    case 'ArrayExpression':
      return node.elements.length > 0 ? [change(source, node, '[]')] : [];
    case 'ExpressionStatement':
      return isCall(node.expression) ? [change(source, node, ';')] : [];
    default:
      return [];
  }
}

const KEEP_TYPES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Types run nothing, and what a failure says is not what these faults are about. */
const isLeftAlone = ({ type }: Node) =>
  (type.startsWith('TS') && !KEEP_TYPES.has(type)) || type === 'ThrowStatement';

/** Every fault that can be planted in the functions of a file, in the order of its text. */
export function findFaults(file: string, source: string): Fault[] {
  const found: Change[] = [];
  const visit = (node: Node, inFunction: boolean) => {
    if (isLeftAlone(node)) return;
    if (inFunction) found.push(...changesAt(node, source));
    for (const child of listChildren(node)) visit(child, inFunction || isFunction(node));
  };
  visit(parseSync(file, source).program, false);
  return found
    .map((each) => ({ ...each, line: source.slice(0, each.start).split('\n').length }))
    .toSorted((one, other) => one.start - other.start);
}

/** The text of a file with a fault in it. */
export const plant = (source: string, { start, end, text }: Fault): string =>
  source.slice(0, start) + text + source.slice(end);
