import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFolders } from './copy-options.mjs';
import { ROOT } from './install.mjs';
import { prepareProduct } from './prepare.mjs';

const HELP = `Usage: npm run backup -- --to DIR [--data DIR]

Copies everything that Cairn keeps into a new folder, while it runs or at rest.

  --to DIR      a folder that is new or empty
  --data DIR    where Cairn keeps its data (default: .cairn in the checkout)`;

const { to, data } = readFolders(['to', 'data'], HELP, { defaults: { data: join(ROOT, '.cairn') } });
await prepareProduct();
const { runBackup } = await import('../dist/backup.js');
const { endSessionsIn } = await import(pathToFileURL(join(ROOT, 'svc-workspace/dist/end-sessions.js')).href);
await runBackup({ data, to, endSessionsIn });
