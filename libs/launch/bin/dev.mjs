// `npm run dev -- explore`: one front-end live with Fast Refresh, everything else from its build.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installEverything, requireMachine, ROOT } from './install.mjs';
import { readOptions } from './options.mjs';

const NAMES = ['explore', 'entity', 'workspace', 'settings'];
const [name, ...rest] = process.argv.slice(2);

requireMachine();
if (!NAMES.includes(name)) {
  console.error(`Usage: npm run dev -- ${NAMES.join('|')} [the options of npm start]`);
  process.exit(64);
}
const options = readOptions(rest, process.env.INIT_CWD ?? process.cwd(), ROOT);
installEverything();
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt();

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address();
    probe.close(() => resolve(free));
  });
});
const server = spawn(process.execPath, ['libs/federation/bin/dev.mjs', name, '--port', String(port)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.on('exit', () => server.kill());
// Fast Refresh needs React's development build, which the shell brings.
process.env.CAIRN_SHELL_DIST = join(ROOT, '.cache/dev/shell');
process.env[`CAIRN_REMOTE_${name.toUpperCase()}`] = `http://127.0.0.1:${port}/mf-manifest.json`;
const { main } = await import('../dist/main.js');
await main(options);
