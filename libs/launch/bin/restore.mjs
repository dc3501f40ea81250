import { ensureBuilt } from './build.mjs';
import { readFolders } from './copy-options.mjs';
import { installProduct, requireMachine } from './install.mjs';

const HELP = `Usage: npm run restore -- --from DIR --data DIR

Copies a backup into an empty folder, from which Cairn then starts.

  --from DIR    a folder that npm run backup made
  --data DIR    a folder that is new or empty`;

const [from, data] = readFolders(['from', 'data'], HELP);
requireMachine();
const installed = installProduct();
await ensureBuilt();
await installed;
const { runRestore } = await import('../dist/backup.js');
await runRestore(from, data);
