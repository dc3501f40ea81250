import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';

const FIXED = [
  '--no-pager',
  '--no-replace-objects',
  ...[
    'safe.directory=*',
    'core.quotePath=false',
    'log.showSignature=false',
    'log.mailmap=false',
    'mailmap.file=',
    'mailmap.blob=HEAD:.mailmap',
    'diff.algorithm=myers',
    'diff.orderFile=',
    'diff.renameLimit=1000',
    'i18n.logOutputEncoding=UTF-8',
    'protocol.allow=never',
  ].flatMap((setting) => ['-c', setting]),
];

/** What git printed, one character for each byte, and the words with which it failed, if it did. */
export interface Printed {
  readonly output: string;
  readonly failure: string | null;
}

/** Runs git without the configuration of the user; it fetches nothing, and what it printed before it failed is kept. */
export async function printed(path: string, args: readonly string[], input = ''): Promise<Printed> {
  const git = spawn('git', [...FIXED, '-C', path, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: devNull,
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
    },
  });
  const chunks: Buffer[] = [];
  let words = '';
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  git.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  git.stdin.on('error', () => undefined);
  git.stdin.end(Buffer.from(input, 'latin1'));
  const [code] = (await once(git, 'close')) as [number | null];
  const failure = code === 0 ? null : `git ${args[0] ?? ''} ended with ${String(code)}: ${words.trim()}`;
  return { output: Buffer.concat(chunks).toString('latin1'), failure };
}

/** The whole output of git; throws when it fails. */
export async function plumbing(path: string, args: readonly string[], input = ''): Promise<string> {
  const { output, failure } = await printed(path, args, input);
  if (failure !== null) throw new Error(failure);
  return output;
}

const strict = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Bytes, one per character, as text: UTF-8 where they are, else Western. */
export function decoded(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  try {
    return strict.decode(buffer);
  } catch {
    return western.decode(buffer);
  }
}
