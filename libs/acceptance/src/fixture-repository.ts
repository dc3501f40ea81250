import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import {
  type Author,
  BOT,
  MERGER,
  type Random,
  inventMessage,
  makeAuthors,
  randomFrom,
} from './fixture-cast.ts';
import { LifelikeFiles, lifelikeMessage } from './fixture-lifelike.ts';
import { type Files, SmallFiles } from './fixture-small.ts';
import { type Changes, StreamWriter } from './fixture-writer.ts';

/**
 * `small` is quick to make: short messages, few and short files, packed as it was written. `lifelike` is near to
 * real projects for git: thousands of nested files of 2 to 20 KB, messages with bodies, packed as a clone is.
 */
export const FIXTURE_SHAPES = ['small', 'lifelike'] as const;
export type Shape = (typeof FIXTURE_SHAPES)[number];

export interface FixtureOptions {
  /** Made when missing; must not hold a repository. */
  readonly dir: string;
  readonly commits: number;
  readonly seed?: number;
  /** The latest commit lies within a day before this. */
  readonly until?: Date;
  /** Small by default. */
  readonly shape?: Shape;
}

interface Made {
  readonly writer: StreamWriter;
  readonly files: Files;
  readonly message: (random: Random) => string;
}

const SHAPES: Readonly<Record<Shape, (random: Random, writer: StreamWriter) => Made>> = {
  small: (random, writer) => ({
    writer,
    files: new SmallFiles(random, (text) => writer.blob(text)),
    message: inventMessage,
  }),
  lifelike: (random, writer) => ({
    writer,
    files: new LifelikeFiles(random, (text) => writer.blob(text)),
    message: lifelikeMessage,
  }),
};

interface Line {
  readonly ref: string;
  readonly from: number;
  head: number;
  left: number;
  readonly author: Author;
  /** Path → mark of its blob, or undefined when the branch deleted it. */
  readonly changed: Changes;
}

const DAY = 86_400;
const MAIN = 'refs/heads/main';

/** Moments in order, in working hours mostly, the last one shortly before `until`. */
function moments(random: Random, count: number, until: Date): number[] {
  const end = Math.floor(until.getTime() / 1_000) - 600;
  const days = Math.min(3_650, Math.max(180, Math.round(count / 4)));
  const drawn = Array.from({ length: count }, () => {
    const ago = Math.floor(days * random.next() ** 1.25);
    const hour = 8 + random.next() * 10 + (random.chance(0.1) ? 6 : 0);
    const moment = end - (end % DAY) - ago * DAY + Math.floor(hour * 3_600);
    const weekday = new Date(moment * 1_000).getUTCDay();
    const moved = (weekday === 0 || weekday === 6) && random.chance(0.85) ? moment - 2 * DAY : moment;
    return Math.min(moved, end - random.int(DAY));
  });
  return drawn.toSorted((left, right) => left - right);
}

/** One history as it grows: a main line, up to five branches that are merged back, releases, a bot. */
class History {
  private readonly random: Random;
  private readonly made: Made;
  private readonly cast: ReturnType<typeof makeAuthors>;
  private readonly lines: Line[] = [];
  private head: number | undefined;
  private branches = 0;
  private releases = 0;

  constructor(random: Random, made: Made, commits: number) {
    this.random = random;
    this.made = made;
    this.cast = makeAuthors(random, Math.min(200, Math.max(8, Math.round(commits ** 0.4))));
  }

  /** One commit more: a merge when a branch is ready, else on a branch or the main line. */
  step(seconds: number, mayMerge: boolean): void {
    const ready = mayMerge ? this.lines.find((line) => line.left === 0) : undefined;
    if (ready) return this.merge(ready, seconds);
    const line = this.lines.filter((candidate) => candidate.left > 0)[this.random.int(6)];
    if (line) this.branchCommit(line, seconds);
    else this.mainCommit(seconds);
  }

  release(seconds: number): void {
    if (this.head === undefined) return;
    this.releases += 1;
    const name = `v${String(Math.floor(this.releases / 10))}.${String(this.releases % 10)}.0`;
    const at = { author: this.cast.authors[0] ?? MERGER, seconds };
    if (this.releases % 4 === 0) this.made.writer.tag(`${name}-rc.1`, at, this.head, false);
    this.made.writer.tag(name, at, this.head, true);
  }

  private merge(line: Line, seconds: number): void {
    this.lines.splice(this.lines.indexOf(line), 1);
    const message = `Merge branch '${line.ref.replace('refs/heads/', '')}'\n`;
    const at = { author: line.author, committer: MERGER, seconds };
    const parents = [this.head ?? line.from, line.head];
    this.head = this.made.writer.commit(MAIN, at, message, line.changed, parents);
    this.made.files.release(line.changed.keys());
    if (this.random.chance(0.8)) this.made.writer.remove(line.ref);
  }

  private branchCommit(line: Line, seconds: number): void {
    const changed = this.made.files.changes();
    line.head = this.made.writer.commit(
      line.ref,
      { author: line.author, seconds },
      this.made.message(this.random),
      changed,
      [line.head],
    );
    line.left -= 1;
    for (const [path, blob] of changed) line.changed.set(path, blob);
    this.made.files.hold(changed.keys());
  }

  private mainCommit(seconds: number): void {
    const bot = this.random.chance(0.04);
    const changed = this.made.files.changes();
    if (this.head === undefined) changed.set('.mailmap', this.made.writer.blob(this.cast.mailmap));
    const message = bot ? 'Update dependency vitest to a newer version\n' : this.made.message(this.random);
    const author = bot ? BOT : this.someone();
    this.head = this.made.writer.commit(
      MAIN,
      { author, seconds },
      message,
      changed,
      this.head === undefined ? [] : [this.head],
    );
    if (this.lines.length < 5 && this.random.chance(0.12)) this.branchOff(this.head);
  }

  private branchOff(from: number): void {
    this.branches += 1;
    const ref = `refs/heads/feature/${String(this.branches)}-${this.random.pick(['export', 'filters', 'charts', 'sessions'])}`;
    const author = this.random.pickEarly(this.cast.authors);
    this.lines.push({ ref, from, head: from, left: 1 + this.random.int(6), author, changed: new Map() });
  }

  private someone(): Author {
    const person = this.random.pickEarly(this.cast.authors);
    return person === this.cast.authors[0] && this.random.chance(0.2) ? this.cast.alias : person;
  }
}

function* history(options: FixtureOptions, emit: (text: string) => void): Generator<number> {
  const random = randomFrom(options.seed ?? 1);
  const made = SHAPES[options.shape ?? 'small'](random, new StreamWriter(emit));
  const growing = new History(random, made, options.commits);
  const times = moments(random, options.commits, options.until ?? new Date());
  const releaseEvery = Math.max(10, Math.round(options.commits / 12));
  for (const [index, seconds] of times.entries()) {
    growing.step(seconds, index < times.length - 10);
    if (index % releaseEvery === releaseEvery - 1) growing.release(seconds);
    yield index;
  }
}

/** Makes a git repository with a believable history: the same seed and date give the same commits. */
export async function makeFixtureRepository(options: FixtureOptions): Promise<void> {
  await mkdir(options.dir, { recursive: true });
  await git(options.dir, ['init', '--quiet', '--initial-branch=main']);
  const lifelike = options.shape === 'lifelike';
  // What is packed again afterwards need not be packed well now.
  const quickly = lifelike ? ['-c', 'core.compression=1'] : [];
  const child = spawn('git', [...quickly, 'fast-import', '--quiet'], {
    cwd: options.dir,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  let buffer = '';
  const steps = history(options, (text) => (buffer += text));
  while (!steps.next().done) {
    if (buffer.length < 1 << 20) continue;
    if (!child.stdin.write(buffer)) await once(child.stdin, 'drain');
    buffer = '';
  }
  child.stdin.end(buffer);
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${String(code)}`);
  if (lifelike) await git(options.dir, ['repack', '-a', '-d', '-f', '--quiet']);
  if (lifelike) await git(options.dir, ['pack-refs', '--all']);
  await git(options.dir, ['checkout', '--quiet', '--force', 'main']);
}

async function git(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args[0] ?? ''} ended with ${String(code)}`);
}
