import { availableParallelism } from 'node:os';
import { type RecordedGit, gitOutput, hasAttributes, recordGit } from './git.ts';

/** Options by which changes are compared: in the repository's own terms, without renames and without its programs. */
export const DIFF_OPTIONS = [
  '-r',
  '-z',
  '--root',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

/** How many lines changed is the same wherever among lines alike the change is said to begin: git need not look for a good place. */
const COUNT = ['--numstat', '--no-indent-heuristic'];

function options(counted: boolean): string[] {
  return [
    'diff-tree',
    '--stdin',
    '--always',
    ...DIFF_OPTIONS,
    '--raw',
    '--abbrev=40',
    ...(counted ? COUNT : []),
  ];
}

/** Gits that tell what commits changed, one for each core; they start at once and wait to be fed. */
export class DiffGits {
  readonly readers: number;
  private readonly path: string;
  private readonly counted: boolean;
  private readonly attributes: Promise<boolean>;
  private readonly waiting: Promise<RecordedGit>[];

  /** `counted` says that lines are to be counted, for which the contents of files must be there. */
  constructor(path: string, counted: boolean, readers = availableParallelism()) {
    this.readers = readers;
    this.path = path;
    this.counted = counted;
    this.attributes = hasAttributes(path);
    this.waiting = Array.from({ length: readers }, () => this.start());
    for (const git of this.waiting) git.catch(() => undefined);
  }

  private async start(): Promise<RecordedGit> {
    return recordGit(this.path, options(this.counted), await this.attributes);
  }

  /** One that has started already, else another one. */
  take(): Promise<RecordedGit> {
    return this.waiting.pop() ?? this.start();
  }

  /** What one more git says of a commit; undefined when it fails. */
  async alone(sha: string): Promise<Buffer | undefined> {
    return gitOutput(this.path, options(this.counted), `${sha}\n`).catch(() => undefined);
  }

  /** Lets go of those that nobody took. */
  async close(): Promise<void> {
    const left = this.waiting.splice(0).map((git) => git.then((started) => started.close()));
    await Promise.allSettled(left);
  }
}
