import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFolders } from './copy-options.mjs';
import { ROOT } from './install.mjs';
import { prepareProduct } from './prepare.mjs';

const HELP = `Usage: npm run rotate-secrets -- [--data DIR]

Seals the tokens and webhook secrets of all sources by a new key, while Cairn runs or at rest. When it is cut off,
nothing is lost: run it again, and it goes on.

  --data DIR    where Cairn keeps its data (default: .cairn in the checkout)`;

const { data } = readFolders(['data'], HELP, { defaults: { data: join(ROOT, '.cairn') } });
await prepareProduct();
const { runRotateSecrets } = await import('../dist/rotate-secrets.js');
const { rotateSecretsIn } = await import(pathToFileURL(join(ROOT, 'svc-graph/dist/rotate-secrets.js')).href);
await runRotateSecrets({ data, rotateAtRest: rotateSecretsIn });
