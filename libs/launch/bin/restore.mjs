import { join } from 'node:path';
import { readFolders } from './copy-options.mjs';
import { ROOT } from './install.mjs';
import { prepareProduct } from './prepare.mjs';

const HELP = `Usage: npm run restore -- --from DIR --data DIR [--beside DIR] [--signer NAME]

Copies a backup into an empty folder, from which Cairn then starts, and says who made it.

  --from DIR     a folder that npm run backup made
  --data DIR     a folder that is new or empty
  --beside DIR   the data of the installation that should have made it (default: .cairn in the checkout)
  --signer NAME  who must have signed it, as npm run backup printed it; another backup is refused`;

const { from, data, beside, signer } = readFolders(['from', 'data', 'beside'], HELP, {
  defaults: { beside: join(ROOT, '.cairn') },
  texts: ['signer'],
});
await prepareProduct();
const { runRestore } = await import('../dist/backup.js');
await runRestore({ from, data, beside, signer });
