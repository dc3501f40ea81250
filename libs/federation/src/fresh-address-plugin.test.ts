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
  writeFileSync(
    join(dir, 'index.js'),
    `globalThis.load = (other) => (other ? import('./other.js') : import('./late.js'));`,
  );
  writeFileSync(join(dir, 'late.js'), `export const late = true;`);
  writeFileSync(join(dir, 'other.js'), `export const other = true;`);
  const compiler = webpack({
    mode: 'production',
    context: dir,
    entry: './index.js',
    output: { path: join(dir, 'dist'), chunkFilename: '[name].js', publicPath: '/assets/' },
    optimization: { chunkIds: 'named' },
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

it('a script that failed is asked for at a new address, each time another, and so is what comes after it', async () => {
  const scripts: Script[] = [];
  const page = {
    setTimeout,
    clearTimeout,
    load: undefined as ((other?: boolean) => Promise<unknown>) | undefined,
    document: {
      getElementsByTagName: () => [],
      createElement: (): Script => ({ src: '', setAttribute: () => undefined }),
      head: { appendChild: (script: Script) => void scripts.push(script) },
    },
    self: {},
  };
  runInNewContext(readFileSync(join(dir, 'dist/main.js'), 'utf8'), page);
  const wanted = [
    ['/assets/late_js.js', false],
    ['/assets/late_js.js?1', false],
    ['/assets/late_js.js?2', false],
    ['/assets/other_js.js?2', true],
  ] as const;
  for (const [address, other] of wanted) {
    const loading = page.load?.(other) ?? expect.fail();
    await vi.waitFor(() => expect(scripts.at(-1)?.src).toBe(address));
    scripts.at(-1)?.onerror?.({ type: 'error', target: {} });
    await expect(loading).rejects.toThrow('Loading chunk');
  }
});
