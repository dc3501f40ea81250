import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PAGES } from '@cairn/host/pages';
import { readPackages, sourceFiles } from './fence.ts';

/** What may spell them: the maker itself, and the sign-in page, which loads nothing that all front-ends share. */
const OWNERS = ['libs/host/src/page-address.ts', 'shell/src/sign-in/'];

const FIRST_PARTS = [...new Set(PAGES.map(({ path }) => path.split('/')[0]))];
/** An org and a page of the table, spelled in a template. */
const OWN_ADDRESS = new RegExp(`\`/\\$\\{[^}]*\\}/(?:${FIRST_PARTS.join('|')})(?![\\w-])`);

/** Addresses of pages that a front-end spells itself, as `file:line: why`. */
export function findOwnAddresses(root: string): string[] {
  return readPackages(root)
    .filter(({ runtime }) => runtime === 'web')
    .flatMap(({ path }) => sourceFiles(join(root, path)))
    .filter(
      (file) =>
        !/\.test\.tsx?$/.test(file) && !OWNERS.some((owner) => relative(root, file).startsWith(owner)),
    )
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          OWN_ADDRESS.test(line)
            ? [`${relative(root, file)}:${at + 1}: the address of a page is made by addressAt of @cairn/host`]
            : [],
        ),
    );
}
