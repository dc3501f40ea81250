import type { Chunk } from 'webpack';
import { describe, expect, it } from 'vitest';
import { isAskedBy } from './page-modules.ts';

const fakeModule = (identifier: string) => ({ identifier: () => identifier });

/** A chunk whose group has a name, or is asked for by modules. */
const chunk = (group: { name?: string; origins?: readonly object[] }) =>
  ({ groupsIterable: [{ origins: [], ...group }] }) as unknown as Chunk;

describe('a chunk is asked for', () => {
  it('by the name of what a remote exposes', () => {
    const app = chunk({ name: '__federation_expose_App' });
    expect(isAskedBy(/^__federation_expose_(?:App|Drawer)$/, app)).toBe(true);
    expect(isAskedBy(/^__federation_expose_Drawer$/, app)).toBe(false);
  });

  it('by any request that imports it', () => {
    const page = chunk({
      origins: [
        { request: './other.tsx', module: fakeModule('/a.tsx') },
        { request: './home/page.tsx', module: fakeModule('/b.tsx') },
      ],
    });
    expect(isAskedBy(/\/home\/page\.tsx$/, page)).toBe(true);
    expect(isAskedBy(/\/boards\/page\.tsx$/, page)).toBe(false);
  });

  it('as a shared module by who provides it, and not by who imports that: its file would wait for itself', () => {
    const shared = /^shared @cairn\/ui\/fields$/;
    const provider = fakeModule('provide module (default) @cairn/ui/fields@0.1.0 = /libs/ui/src/fields.ts');
    const importer = { request: '@cairn/ui/fields', module: fakeModule('/shell/load-part.ts') };
    expect(isAskedBy(shared, chunk({ origins: [{ module: provider }] }))).toBe(true);
    expect(isAskedBy(shared, chunk({ origins: [importer] }))).toBe(false);
  });
});
