import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './install.mjs';
import { prepareProduct } from './prepare.mjs';

const HELP = `Usage: npm run owner -- [--email ADDRESS] [--data DIR]

Opens the owner's account again, while Cairn runs or at rest. Its password, its other ways of signing in and
its sessions end; a link opens it. With --email the account of that address becomes the owner, made where it
is missing, and the former owner is no superuser any more.

  --email ADDRESS  who is to be the owner (default: the present one)
  --data DIR       where Cairn keeps its data (default: .cairn in the checkout)`;

function readCommand() {
  const options = { email: { type: 'string' }, data: { type: 'string' }, help: { type: 'boolean' } };
  try {
    return parseArgs({ args: process.argv.slice(2), strict: true, options }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${HELP}`);
    return process.exit(64);
  }
}

const { email, data, help } = readCommand();
if (help) {
  console.log(HELP);
  process.exit(0);
}
// npm runs scripts in the project's folder; paths on the command line are relative to the caller's folder.
const from = process.env.INIT_CWD ?? process.cwd();
await prepareProduct();
const { runRegainOwner } = await import('../dist/owner.js');
await runRegainOwner({
  root: ROOT,
  data: data === undefined ? join(ROOT, '.cairn') : resolve(from, data),
  email,
});
