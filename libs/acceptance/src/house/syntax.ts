import { visitorKeys, type Node } from 'oxc-parser';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const known = new WeakMap<Node, readonly Node[]>();

/** The nodes directly below a node, in the order of the text. */
export function listChildren(node: Node): readonly Node[] {
  const children = known.get(node) ?? readChildren(node);
  known.set(node, children);
  return children;
}

function readChildren(node: Node): Node[] {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  return (visitorKeys[node.type] ?? [])
    .flatMap((key): unknown => fields[key])
    .filter(isNode)
    .toSorted((one, other) => one.start - other.start);
}

/** True for a node with a body that runs at another time than the text around it. */
export const isFunction = (node: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);

/** A node and everything below it; with `own`, without what stands in functions below. */
export function within(node: Node, own = false): Node[] {
  const found: Node[] = [];
  const visit = (each: Node) => {
    found.push(each);
    for (const child of listChildren(each)) if (!own || !isFunction(child)) visit(child);
  };
  visit(node);
  return found;
}

/** The name of an identifier or of a private member; undefined for anything else. */
export const nameOf = (node: Node | null | undefined): string | undefined =>
  node?.type === 'Identifier' || node?.type === 'PrivateIdentifier' ? node.name : undefined;

/** The name that a call calls: of a function, or of a method. */
export function calledName(callee: Node): string | undefined {
  return callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee);
}
