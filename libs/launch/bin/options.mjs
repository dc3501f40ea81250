// Plain Node: `--help` and a wrong flag are answered before anything is installed.
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `Usage: npm start -- [options]

Starts Cairn on this machine and reads the git repository of the working directory.

  --repo PATH   a git repository to read (repeatable; default: the working directory)
  --data DIR    where Cairn keeps its data (default: .cairn in the checkout)
  --port N      port of the web address (default: 4400)
  --demo        add an org of simulated data beside the real one
  --reset       delete the data directory first
  --help        show this text

CAIRN_OWNER_EMAIL names the first owner. CAIRN_OWNER_PASSWORD sets the owner's password.`;

/** Reads the command line; throws an Error with a message for people when it is invalid. */
export function readOptions(argv, from, root) {
  const { values } = parseArgs({
    args: argv,
    strict: true,
    options: {
      repo: { type: 'string', multiple: true },
      data: { type: 'string' },
      port: { type: 'string', default: '4400' },
      demo: { type: 'boolean', default: false },
      reset: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`);
  }
  const absolute = (path) => (isAbsolute(path) ? path : resolve(from, path));
  return {
    repos: (values.repo ?? ['.']).map(absolute),
    data: values.data === undefined ? join(root, '.cairn') : absolute(values.data),
    port,
    demo: values.demo,
    reset: values.reset,
    help: values.help,
  };
}
