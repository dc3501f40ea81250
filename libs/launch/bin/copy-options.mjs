// Reads the options of `npm run backup`, `restore` and `rotate-secrets`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The named folders as absolute paths, and texts that may be missing; prints the help and ends where a folder is missing. */
export function readFolders(names, help, { defaults = {}, texts = [] } = {}) {
  // npm runs scripts in the project's folder; paths on the command line are relative to the caller's folder.
  const from = process.env.INIT_CWD ?? process.cwd();
  const options = Object.fromEntries(
    [...names, ...texts, 'help'].map((name) => [name, { type: name === 'help' ? 'boolean' : 'string' }]),
  );
  try {
    const { values } = parseArgs({ args: process.argv.slice(2), strict: true, options });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const folders = names.map((name) => {
      const value = values[name] ?? defaults[name];
      if (value === undefined) throw new Error(`--${name} is missing.`);
      return [name, resolve(from, value)];
    });
    return Object.fromEntries([...folders, ...texts.map((name) => [name, values[name]])]);
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    return process.exit(64);
  }
}
