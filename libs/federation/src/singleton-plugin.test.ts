import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { ROOT } from './front-ends.ts';
import { SingletonPlugin } from './singleton-plugin.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-singletons-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Compiles one file with the plugin and without a share scope; resolves with its complaints. */
async function complaints(source: string): Promise<string[]> {
  writeFileSync(join(dir, 'index.js'), source);
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    context: dir,
    entry: './index.js',
    output: { path: join(dir, 'dist') },
    resolve: { modules: [join(ROOT, 'node_modules')] },
    plugins: [new SingletonPlugin()],
  });
  const errors = await new Promise<string[]>((resolve, reject) =>
    compiler.run((error, stats) =>
      error ? reject(error) : resolve((stats?.compilation.errors ?? []).map(({ message }) => message)),
    ),
  );
  await new Promise((resolve) => compiler.close(resolve));
  return errors;
}

describe('a build', () => {
  it('fails when a shared package is bundled past the share scope', async () => {
    expect(await complaints(`import 'zustand/vanilla';`)).toEqual([
      expect.stringMatching(/^zustand is shared by all front-ends, but .*index\.js bundles .*zustand/),
    ]);
  });

  it('fails when the router is asked for a name that is not provided', async () => {
    const found = await complaints(`import { useBlocker } from 'react-router-dom'; console.log(useBlocker);`);
    expect(found).toContainEqual(
      expect.stringMatching(/^\.\/libs\/host\/src\/router\.ts does not provide useBlocker/),
    );
  });

  it('fails when zod is asked for a member that is not provided', async () => {
    const found = await complaints(`import { z } from 'zod'; console.log(z.symbol());`);
    expect(found).toContainEqual(
      expect.stringMatching(/^\.\/libs\/host\/src\/zod\.ts does not provide symbol/),
    );
  });

  it('passes what is not shared', async () => {
    expect(await complaints(`import dayjs from 'dayjs'; console.log(dayjs);`)).toEqual([]);
  });
});
