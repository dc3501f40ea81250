import { availableParallelism } from 'node:os';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import { type RecordedGit, gitOutput, hasAttributes, recordGit } from './git.ts';

/** Options of git's diff: without programs that the repository configures. */
export const DIFF_OPTIONS = ['-r', '-z', '--root', '--no-ext-diff', '--no-textconv', '--no-color'];

/** Finds renamed files as `git log -M` does where nothing else is configured. */
export const FIND_RENAMES = ['-M', '-l1000'];

/** Without the contents of files a rename cannot be told from a deletion and an addition. */
const NO_RENAMES = ['--no-renames'];

/** Counts of lines do not depend on where a change among equal lines begins, so git skips looking for the best place. */
const COUNT = ['--numstat', '--no-indent-heuristic'];

function options(counted: boolean): string[] {
  return [
    'diff-tree',
    '--stdin',
    '--always',
    ...DIFF_OPTIONS,
    '--raw',
    '--abbrev=40',
    ...(counted ? [...FIND_RENAMES, ...COUNT] : NO_RENAMES),
  ];
}

/** Git processes that list the changes of commits, one for each core. They start at once and wait for commits. */
export class DiffGits {
  readonly readers: number;
  private readonly path: string;
  private readonly counted: boolean;
  private readonly attributes: Promise<boolean>;
  private readonly waiting: Promise<RecordedGit>[];

  /** `counted` asks for counts of lines, which need the contents of files. */
  constructor(path: string, counted: boolean, readers = availableParallelism()) {
    this.readers = readers;
    this.path = path;
    this.counted = counted;
    this.attributes = keepForLater(hasAttributes(path));
    this.waiting = Array.from({ length: readers }, () => keepForLater(this.start()));
  }

  private async start(): Promise<RecordedGit> {
    return recordGit(this.path, options(this.counted), await this.attributes);
  }

  /** A process that has started already, else a new one. */
  take(): Promise<RecordedGit> {
    return this.waiting.pop() ?? this.start();
  }

  /** The changes of one commit from a process of its own; undefined when it fails. */
  async alone(sha: string): Promise<Buffer | undefined> {
    return gitOutput(this.path, options(this.counted), `${sha}\n`).catch(() => undefined);
  }

  /** Ends the processes that nobody took. */
  async close(): Promise<void> {
    const left = this.waiting.splice(0).map((git) => git.then((started) => started.close()));
    await Promise.allSettled(left);
  }
}
