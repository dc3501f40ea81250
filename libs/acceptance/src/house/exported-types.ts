import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readPackages, sourceFiles } from './fence.ts';
import { join } from 'node:path';

const DECLARATIONS = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'ClassDeclaration',
  'TSEnumDeclaration',
];

/** Names of the types that a file declares and exports. */
function exportedTypes(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    const { declaration } = statement;
    return DECLARATIONS.includes(declaration.type) &&
      'id' in declaration &&
      declaration.id &&
      'name' in declaration.id
      ? [declaration.id.name]
      : [];
  });
}

/** Exported type names that two files declare, as `Name: file, file`: one name has one meaning. */
export function findRepeatedTypes(root: string): string[] {
  const holders = new Map<string, string[]>();
  for (const { path } of readPackages(root))
    for (const file of sourceFiles(join(root, path)))
      for (const name of exportedTypes(file))
        holders.set(name, [...(holders.get(name) ?? []), relative(root, file)]);
  return [...holders]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.join(', ')}`)
    .sort((one, other) => one.localeCompare(other));
}
