import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync } from 'node:fs';
import { availableParallelism, devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { keepForLater } from '@cairn/service-kit/keep-for-later';

/** A git process ended with an error; the message is the end of its stderr. */
export class GitError extends Error {
  readonly code: number | null;
  readonly output: string;

  constructor(command: string, code: number | null, output: string) {
    super(
      `git ${command} ended with ${String(code ?? 'a signal')}: ${output.trim().split('\n').at(-1) ?? ''}`,
    );
    this.name = 'GitError';
    this.code = code;
    this.output = output;
  }
}

/** The cache of unpacked objects of a git process: its default, or more where few run at once. */
const CACHE_MEGABYTES = Math.max(96, Math.floor(512 / availableParallelism()));

/**
 * Options before the command. A repository's own configuration can name programs to run. With these options git
 * runs none of them. Ownership is not checked, since the operator chooses the roots.
 */
const SAFE = [
  '--no-pager',
  '--no-replace-objects',
  '-c',
  'safe.directory=*',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.quotePath=false',
  '-c',
  'core.attributesFile=/dev/null',
  '-c',
  'diff.external=',
  '-c',
  'log.showSignature=false',
  '-c',
  'log.follow=false',
  // Formats that name the mapped people read the mailmap themselves; a partial clone may lack it.
  '-c',
  'log.mailmap=false',
  '-c',
  'mailmap.file=',
  '-c',
  'mailmap.blob=HEAD:.mailmap',
  '-c',
  'diff.renames=false',
  '-c',
  'diff.algorithm=myers',
  '-c',
  'diff.orderFile=',
  '-c',
  'diff.noprefix=false',
  '-c',
  'diff.mnemonicPrefix=false',
  '-c',
  'diff.ignoreSubmodules=none',
  '-c',
  `core.deltaBaseCacheLimit=${String(CACHE_MEGABYTES)}m`,
  '-c',
  'i18n.logOutputEncoding=UTF-8',
  '-c',
  'protocol.allow=never',
  '-c',
  'gc.auto=0',
];

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: devNull,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
    // Git writes commits in blocks, not one by one.
    GIT_FLUSH: '0',
  };
}

type GitChild = ChildProcessByStdio<Writable, Readable | null, Readable>;

/** A running git process: its output, and a promise of its end that rejects when it fails. */
export interface GitProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly ended: Promise<void>;
  kill(): void;
}

async function end(child: GitChild, command: string): Promise<void> {
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (words.length < 10_000) words += chunk.toString('utf8');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new GitError(command, code, words);
}

/**
 * Skips the search for attributes when git compares files of a repository without any. Git searches every folder
 * unless the repository counts as bare. The search takes a fifteenth of its time.
 */
const WITHOUT_ATTRIBUTES = ['-c', 'core.bare=true'];

function spawnGit(path: string, args: readonly string[], output: 'pipe' | number): GitChild {
  const child = spawn('git', [...SAFE, '-C', path, ...args], {
    env: environment(),
    stdio: ['pipe', output, 'pipe'],
  }) as GitChild;
  // A git process that ends early closes its input; its exit code tells why.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Starts git in a repository. It runs no program that the repository configures, and neither prompts nor fetches. */
export function startGit(path: string, args: readonly string[]): GitProcess {
  const child = spawnGit(path, args, 'pipe');
  const ended = keepForLater(end(child, args[0] ?? ''));
  const stdout = child.stdout ?? Readable.from([]);
  return { stdin: child.stdin, stdout, ended, kill: () => child.kill('SIGKILL') };
}

/** A git process that takes input while it runs. Its output goes to an unnamed file, so it never waits for a reader. */
export interface RecordedGit {
  readonly ended: Promise<void>;
  feed(input: string): void;
  /** Closes the input: the process ends when it has answered everything. */
  finish(): void;
  /** The output since the last call, up to a limit; may be empty. The bytes are valid until the next call. */
  read(): Buffer;
  /** Closes the file and kills a process that still runs. */
  close(): Promise<void>;
}

const MOST_READ = 1 << 22;

/** Reads what was appended to a file since the last call. It was written just now, so memory serves the read. */
function follow(file: number): () => Buffer {
  let position = 0;
  let room = Buffer.alloc(0);
  return () => {
    const length = Math.min(fstatSync(file).size - position, MOST_READ);
    // The buffer is reused, since fresh memory costs page faults.
    if (length > room.length) room = Buffer.allocUnsafeSlow(Math.min(MOST_READ, 2 * length));
    const bytesRead = readSync(file, room, 0, Math.max(0, length), position);
    position += bytesRead;
    return room.subarray(0, bytesRead);
  };
}

/** Whether the repository has attributes for any file. */
export async function hasAttributes(path: string): Promise<boolean> {
  const listed = await gitOutput(path, ['ls-files', '-z', '--', '*.gitattributes']).catch(() => undefined);
  return listed?.length !== 0;
}

/** Opens an unnamed file. The calls are synchronous, since awaiting each takes longer than the call. */
function namelessFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-git-'));
  const path = join(folder, 'output');
  try {
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return file;
  } finally {
    rmdirSync(folder);
  }
}

/** Starts a git process that takes input while it runs. */
export function recordGit(path: string, args: readonly string[], attributes = true): RecordedGit {
  const file = namelessFile();
  const child = spawnGit(path, attributes ? args : [...WITHOUT_ATTRIBUTES, ...args], file);
  const ended = keepForLater(end(child, args[0] ?? ''));
  return {
    ended,
    feed: (input) => void child.stdin.write(input),
    finish: () => void child.stdin.end(),
    read: follow(file),
    close: async () => {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
      closeSync(file);
    },
  };
}

/** The whole output of a git command with little output. */
export async function gitOutput(path: string, args: readonly string[], input = ''): Promise<Buffer> {
  const git = startGit(path, args);
  git.stdin.end(input);
  const chunks: Buffer[] = [];
  git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await git.ended;
  return Buffer.concat(chunks);
}

/** The output as a line of text, or undefined when git fails. */
export async function gitLine(path: string, args: readonly string[]): Promise<string | undefined> {
  return gitOutput(path, args).then(
    (output) => readText(output.toString('latin1')).trim(),
    () => undefined,
  );
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Decodes bytes that are held one per character: as UTF-8 if they are valid, else as Windows-1252. */
export function readText(bytes: string): string {
  if (!BEYOND_ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  try {
    return utf8.decode(buffer);
  } catch {
    return western.decode(buffer);
  }
}

/** The bytes of a text, one per character. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
