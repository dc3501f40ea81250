import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import webpack from 'webpack';
import { FreshAddressPlugin } from './fresh-address-plugin.ts';

interface Script {
  src: string;
  onerror?: (event: object) => void;
  setAttribute(): void;
}

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-fresh-'));
  writeFileSync(join(dir, 'index.js'), `globalThis.load = () => import('./late.js');`);
  writeFileSync(join(dir, 'late.js'), `export const late = true;`);
  const compiler = webpack({
    mode: 'production',
    context: dir,
    entry: './index.js',
    output: { path: join(dir, 'dist'), chunkFilename: 'late.js', publicPath: '/assets/' },
    plugins: [new FreshAddressPlugin()],
  });
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve(),
    ),
  );
  await new Promise((resolve) => compiler.close(resolve));
});
afterAll(() => rmSync(dir, { recursive: true }));

it('a script that failed is asked for at a new address, each time another', async () => {
  const scripts: Script[] = [];
  const page = {
    setTimeout,
    clearTimeout,
    load: undefined as (() => Promise<unknown>) | undefined,
    document: {
      getElementsByTagName: () => [],
      createElement: (): Script => ({ src: '', setAttribute: () => undefined }),
      head: { appendChild: (script: Script) => void scripts.push(script) },
    },
    self: {},
  };
  runInNewContext(readFileSync(join(dir, 'dist/main.js'), 'utf8'), page);
  for (const address of ['/assets/late.js', '/assets/late.js?1', '/assets/late.js?2']) {
    const loading = page.load?.() ?? expect.fail();
    await vi.waitFor(() => expect(scripts.at(-1)?.src).toBe(address));
    scripts.at(-1)?.onerror?.({ type: 'error', target: {} });
    await expect(loading).rejects.toThrow('Loading chunk');
  }
});
