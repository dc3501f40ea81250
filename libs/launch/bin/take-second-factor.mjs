import { spawnSync } from 'node:child_process';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './install.mjs';
import { prepareProduct } from './prepare.mjs';

const HELP = `Usage: npm run take-second-factor -- --email EMAIL [--data DIR]

Takes the second factor from an account whose owner has lost it, and ends its sessions.

  --email EMAIL  the account
  --data DIR     where Cairn keeps its data (default: .cairn in the checkout)

With accounts in PostgreSQL, set DATABASE_URL as for npm start.`;

function readAccount() {
  try {
    const { values } = parseArgs({
      strict: true,
      options: { email: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean' } },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n`);
    return {};
  }
}

const { email, data = join(ROOT, '.cairn'), help } = readAccount();
if (help || !email) {
  process.stdout.write(`${HELP}\n`);
  process.exit(help ? 0 : 2);
}
await prepareProduct();
const from = process.env.INIT_CWD ?? process.cwd();
const folder = isAbsolute(data) ? data : resolve(from, data);
const program = join(ROOT, 'svc-workspace/dist/take-second-factor.js');
const { status } = spawnSync(process.execPath, [program, email, folder], { stdio: 'inherit' });
process.exit(status ?? 1);
