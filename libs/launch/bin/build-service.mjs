// Bundles the entries named on the command line (`out=source`), and every *.worker.ts; npm's packages stay outside.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

const named = process.argv.slice(2).map((argument) => argument.split('='));
const workers = readdirSync('src', { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.worker.ts'))
  .map((file) => [basename(file, '.ts'), `src/${file}`]);

await build({
  entryPoints: [...named, ...workers].map(([out, source]) => ({ in: source, out })),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  outdir: 'dist',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      // Our own libs have no build, so they are bundled; everything else is loaded from node_modules.
      name: 'npm-packages-outside',
      setup: (bundler) =>
        bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@cairn/') ? undefined : { path, external: true },
        ),
    },
  ],
});
