import { HELP, readOptions } from './options.mjs';
import { ROOT, requireMachine } from './install.mjs';
import { prepareProduct } from './prepare.mjs';

requireMachine();
// npm runs scripts in the project's folder; paths on the command line are relative to the caller's folder.
const from = process.env.INIT_CWD ?? process.cwd();
let options;
try {
  options = readOptions(process.argv.slice(2), from, ROOT);
} catch (error) {
  console.error(`${error.message}\n\n${HELP}`);
  process.exit(64);
}
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
await prepareProduct();
const { main } = await import('../dist/main.js');
await main(options);
