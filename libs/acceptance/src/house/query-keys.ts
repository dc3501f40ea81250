import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor, type Node } from 'oxc-parser';
import { readPackages, sourceFiles } from './fence.ts';

/** The libs that make the keys of server data. */
const KEY_OWNERS: readonly string[] = ['@cairn/client', '@cairn/saved'];

/** Names that a file imports from the libs that make keys. */
function keyMakers(imports: ReturnType<typeof parseSync>['module']['staticImports']): Set<string> {
  const owned = imports.filter(({ moduleRequest }) => KEY_OWNERS.includes(moduleRequest.value));
  return new Set(owned.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)));
}

/** The name that a call or a member starts with: `keyOf(…)`, `savedKeys.one(…)`, `sourcesQuery(…).queryKey`. */
function rootOf(expression: Node): string | undefined {
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'CallExpression') return rootOf(expression.callee);
  return expression.type === 'MemberExpression' ? rootOf(expression.object) : undefined;
}

/** Line numbers of the keys that a file spells itself. */
function ownKeys(file: string): number[] {
  const source = readFileSync(file, 'utf8');
  const { program, module } = parseSync(file, source);
  const makers = keyMakers(module.staticImports);
  const lines: number[] = [];
  new Visitor({
    Property({ key, value, start }) {
      const isKey = key.type === 'Identifier' && (key.name === 'queryKey' || key.name === 'mutationKey');
      if (!isKey) return;
      const isMade = value.type !== 'Identifier' && makers.has(rootOf(value) ?? '');
      // `{ queryKey }` in a parameter takes a key apart and makes none.
      const isRead = value.type === 'Identifier' && value.name === key.name;
      if (!isMade && !isRead) lines.push(source.slice(0, start).split('\n').length);
    },
  }).visit(program);
  return lines;
}

/** Keys of server data that a front-end spells itself, as `file:line: why`: a thing has one key, and its lib makes it. */
export function findOwnKeys(root: string): string[] {
  return readPackages(root)
    .filter(({ type, runtime }) => type === 'mfe' && runtime === 'web')
    .flatMap(({ path }) => sourceFiles(join(root, path)))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      ownKeys(file).map(
        (line) => `${relative(root, file)}:${line}: a query key is made by ${KEY_OWNERS.join(' or ')}`,
      ),
    );
}
