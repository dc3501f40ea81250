import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, type Node, type Program } from 'oxc-parser';
import { readPackages, sourceFiles } from './fence.ts';
import { declaredIn, promiseMaker } from './promise-makers.ts';
import { calledName, isFunction, nameOf, within } from './syntax.ts';

type Makes = (name: string, isMethod: boolean) => boolean;

const KEEPS = 'keepForLater';
const COLLECTIONS: readonly string[] = ['Map', 'Set', 'WeakMap', 'Array', 'ReadonlyArray'];

const isMember = (node: Node, object: string): boolean =>
  node.type === 'MemberExpression' && nameOf(node.object) === object;

/** Whether a call hears the failure of its promise itself. */
function hears(callee: Node, count: number): boolean {
  const name = calledName(callee);
  if (name === KEEPS || name === 'allSettled') return true;
  return (
    callee.type === 'MemberExpression' && ((name === 'catch' && count > 0) || (name === 'then' && count > 1))
  );
}

/** Whether an expression is a promise whose failure nothing hears yet. */
function isUnheard(node: Node | null | undefined, makes: Makes): boolean {
  if (node?.type === 'ConditionalExpression')
    return isUnheard(node.consequent, makes) || isUnheard(node.alternate, makes);
  if (node?.type === 'LogicalExpression') return isUnheard(node.left, makes) || isUnheard(node.right, makes);
  if (node?.type === 'NewExpression') return nameOf(node.callee) === 'Promise';
  if (node?.type !== 'CallExpression' || hears(node.callee, node.arguments.length)) return false;
  if (isMember(node.callee, 'Promise')) return calledName(node.callee) !== 'withResolvers';
  const name = calledName(node.callee) ?? '';
  const of = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
  if (name === 'finally' && of?.type === 'CallExpression' && hears(of.callee, of.arguments.length))
    return false;
  return (of && ['then', 'finally'].includes(name)) || makes(name, of !== undefined);
}

/** A promise that a function keeps in a name, from the end of its text. */
interface Kept {
  readonly name: string;
  readonly end: number;
}

/** The promises that a function keeps in names, in its own body. */
function keptIn(own: readonly Node[], makes: Makes): Kept[] {
  const awaited = new Set(
    own.map((node) => (node.type === 'AwaitExpression' ? nameOf(node.argument) : undefined)),
  );
  return own.flatMap((node) => {
    if (node.type !== 'VariableDeclarator' || !node.init) return [];
    const { init, end } = node;
    const isCall = init.type === 'CallExpression' && !hears(init.callee, init.arguments.length);
    const names = new Set(within(node.id).flatMap((each) => nameOf(each) ?? []));
    return [...names]
      .filter(
        (name) => (isCall && awaited.has(name)) || (node.id.type === 'Identifier' && isUnheard(init, makes)),
      )
      .map((name) => ({ name, end }));
  });
}

/** Whether a function can end, or fail at something else, before it first uses what it keeps. */
function comesLate({ name, end }: Kept, whole: readonly Node[], own: readonly Node[]): boolean {
  const first = whole.find((node) => node.start >= end && nameOf(node) === name);
  if (!first) return false;
  return own.some(
    (node) =>
      (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) &&
      node.start >= end &&
      node.end <= first.start,
  );
}

const isPromise = (type: Node): boolean =>
  type.type === 'TSTypeReference' && nameOf(type.typeName) === 'Promise';

/** Whether a type, or what makes a collection, says that it holds promises. */
function holdsPromises(node: Node): boolean {
  if (node.type === 'TSArrayType') return isPromise(node.elementType);
  if (node.type !== 'TSTypeReference' && node.type !== 'NewExpression') return false;
  const name = nameOf(node.type === 'NewExpression' ? node.callee : node.typeName);
  return COLLECTIONS.includes(name ?? '') && (node.typeArguments?.params.some(isPromise) ?? false);
}

/** Whether a list of values begins a promise, and waits for something else before the list is whole. */
function waitsAmong(node: Node, makes: Makes): boolean {
  const values =
    node.type === 'CallExpression' ? node.arguments : node.type === 'ArrayExpression' ? node.elements : [];
  const first = values.findIndex((value) => isUnheard(value, makes));
  if (first < 0) return false;
  return values
    .slice(first + 1)
    .some((value) => value && within(value, true).some(({ type }) => type === 'AwaitExpression'));
}

/** Names of a file that stand for a collection of promises. */
function collectionsIn(nodes: readonly Node[]): Set<string> {
  return new Set(
    nodes.flatMap((node) => {
      const says = (...parts: (Node | null | undefined)[]) =>
        parts.some((part) => part && within(part, true).some(holdsPromises));
      if (node.type === 'PropertyDefinition')
        return says(node.typeAnnotation, node.value) ? [`this.${nameOf(node.key) ?? ''}`] : [];
      if (node.type !== 'VariableDeclarator') return [];
      return says(node.id.typeAnnotation, node.init) ? [nameOf(node.id) ?? ''] : [];
    }),
  );
}

/** A name, or a field of `this`. */
const pathOf = (node: Node): string =>
  node.type === 'MemberExpression' && node.object.type === 'ThisExpression'
    ? `this.${nameOf(node.property) ?? ''}`
    : (nameOf(node) ?? '');

/** What a call adds to one of these collections; undefined for any other call. */
function addedBy(node: Node, collections: ReadonlySet<string>): Node | undefined {
  // A field is used by other calls than the one that sets it.
  if (node.type === 'AssignmentExpression')
    return pathOf(node.left).startsWith('this.') ? node.right : undefined;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object } = node.callee;
  const adds = ['set', 'add', 'push'].includes(calledName(node.callee) ?? '');
  return adds && collections.has(pathOf(object)) ? node.arguments.at(-1) : undefined;
}

/** Whether a function hears what it names: by a handler, or by keeping it. */
const isHeard = (path: string, whole: readonly Node[]): boolean =>
  whole.some((node) => {
    if (
      node.type === 'VariableDeclarator' &&
      nameOf(node.id) === path &&
      node.init?.type === 'CallExpression'
    )
      return hears(node.init.callee, node.init.arguments.length);
    if (node.type !== 'CallExpression' || !hears(node.callee, node.arguments.length)) return false;
    return within(node).some((each) => pathOf(each) === path);
  });

/** Whether a function adds a promise to what outlives it, and nothing hears its failure. */
function isAddedUnheard(
  node: Node,
  collections: ReadonlySet<string>,
  whole: readonly Node[],
  makes: Makes,
): boolean {
  const value = addedBy(node, collections);
  if (!value) return false;
  const isField = node.type === 'AssignmentExpression';
  const path = isField ? pathOf(node.left) : pathOf(value);
  if (isField ? isUnheard(value, makes) : path !== '' || isUnheard(value, makes))
    return !isHeard(path, whole);
  return false;
}

/** Where a file keeps a promise that may fail unheard. */
function lateIn(program: Program, makes: Makes): number[] {
  const nodes = within(program);
  const collections = collectionsIn(nodes);
  return [program, ...nodes.filter(isFunction)].flatMap((body) => {
    const own = within(body, true);
    const whole = body === program ? nodes : within(body);
    const late = keptIn(own, makes).filter((kept) => comesLate(kept, whole, own));
    const added = own.filter((node) => isAddedUnheard(node, collections, whole, makes));
    const among = own.filter((node) => waitsAmong(node, makes));
    return [...late, ...added, ...among].map(({ end }) => end);
  });
}

const WHY = `a promise that is awaited later may fail unheard: await it together with the others, or ${KEEPS}`;

/** Promises that a service starts early and awaits late, or keeps in a collection, with nobody to hear their failure. */
export function findLatePromises(root: string): string[] {
  const files = readPackages(root)
    .filter(({ runtime }) => runtime === 'node' || runtime === 'any')
    .flatMap(({ path }) => sourceFiles(join(root, path, 'src')))
    .filter((file) => file.endsWith('.ts') && !/\.(test|conformance)\.ts$/.test(file))
    .map((file) => {
      const source = readFileSync(file, 'utf8');
      return { file, source, program: parseSync(file, source).program };
    });
  const tree = declaredIn(files.map(({ program }) => program));
  return files.flatMap(({ file, source, program }) =>
    lateIn(program, promiseMaker(declaredIn([program]), tree)).map(
      (at) => `${relative(root, file)}:${String(source.slice(0, at).split('\n').length)}: ${WHY}`,
    ),
  );
}
