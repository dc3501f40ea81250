import type { Node, Program } from 'oxc-parser';
import { isFunction, nameOf, within } from './syntax.ts';

/** Names of functions and methods, as they are declared: whether each returns a promise. */
export interface Declared {
  readonly promises: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

/** Methods of the language, which a method of ours may be called like. */
const BUILT_IN = new Set(
  [Array, Map, Set, WeakMap, String, Object, RegExp].flatMap((each) => [
    ...Object.getOwnPropertyNames(each.prototype),
    ...Object.getOwnPropertyNames(each),
  ]),
);

const isPromiseType = (type: Node | undefined): boolean =>
  type?.type === 'TSTypeReference' && nameOf(type.typeName) === 'Promise';

/** Whether a function returns a promise; undefined when its text does not tell. */
function returnsPromise(node: Node | null | undefined): boolean | undefined {
  if (!node) return undefined;
  if ('async' in node && node.async && !('generator' in node && node.generator)) return true;
  const type = 'returnType' in node ? node.returnType?.typeAnnotation : undefined;
  return type ? isPromiseType(type) : undefined;
}

/** The name that a node gives to a function, and the function. */
function namedFunction(node: Node): readonly [Node, Node] | undefined {
  if (node.type === 'FunctionDeclaration' && node.id) return [node.id, node];
  if (node.type === 'VariableDeclarator' && node.init && isFunction(node.init)) return [node.id, node.init];
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition' || node.type === 'Property')
    return node.value && isFunction(node.value) ? [node.key, node.value] : undefined;
  if (node.type === 'TSMethodSignature') return [node.key, node];
  if (node.type !== 'TSPropertySignature') return undefined;
  const type = node.typeAnnotation?.typeAnnotation;
  return type?.type === 'TSFunctionType' ? [node.key, type] : undefined;
}

/** Collects the functions and methods that files declare. */
export function declaredIn(programs: Iterable<Program>): Declared {
  const [promises, others] = [new Set<string>(), new Set<string>()];
  for (const program of programs)
    for (const node of within(program)) {
      const [name, made] = (namedFunction(node) ?? []).map((each, at) => (at === 0 ? nameOf(each) : each));
      if (typeof name !== 'string' || typeof made !== 'object') continue;
      const returns = returnsPromise(made);
      if (returns !== undefined) (returns ? promises : others).add(name);
    }
  return { promises, others };
}

/** Says whether a call by this name makes a promise, by its file first, else by the whole tree. */
export function promiseMaker(file: Declared, tree: Declared): (name: string, isMethod: boolean) => boolean {
  return (name, isMethod) => {
    if (isMethod && BUILT_IN.has(name)) return false;
    for (const { promises, others } of isMethod ? [tree] : [file, tree])
      if (promises.has(name) || others.has(name)) return promises.has(name) && !others.has(name);
    return false;
  };
}
