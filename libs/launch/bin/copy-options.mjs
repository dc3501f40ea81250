// Reads the two folders of `npm run backup` and `npm run restore`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The named folders as absolute paths; prints the help and ends where one is missing. */
export function readFolders(names, help, defaults = {}) {
  // npm runs scripts in the project's folder; paths on the command line are relative to the caller's folder.
  const from = process.env.INIT_CWD ?? process.cwd();
  const options = Object.fromEntries(
    [...names, 'help'].map((name) => [name, { type: name === 'help' ? 'boolean' : 'string' }]),
  );
  try {
    const { values } = parseArgs({ args: process.argv.slice(2), strict: true, options });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    return names.map((name) => {
      const value = values[name] ?? defaults[name];
      if (value === undefined) throw new Error(`--${name} is missing.`);
      return resolve(from, value);
    });
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    return process.exit(64);
  }
}
