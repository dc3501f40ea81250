import { type Random, inventLine, inventPath } from './fixture-cast.ts';
import type { Changes } from './fixture-writer.ts';

/** The files of a history: what each commit changes. */
export interface Files {
  changes(): Changes;
  /** Keeps a branch's files from being changed elsewhere until it is merged. */
  hold(paths: Iterable<string>): void;
  release(paths: Iterable<string>): void;
}

/** Few files of a few lines, so that a history of many commits is made in seconds. */
export class SmallFiles implements Files {
  private readonly random: Random;
  private readonly blob: (text: string) => number;
  private readonly contents = new Map<string, string[]>();
  private readonly taken = new Set<string>();
  private paths: string[] = [];
  private readonly busy = new Set<string>();

  constructor(random: Random, blob: (text: string) => number) {
    this.random = random;
    this.blob = blob;
  }

  private edit(path: string): number {
    const lines = this.contents.get(path) ?? [];
    const at = this.random.int(lines.length + 1);
    const fresh = Array.from({ length: 1 + this.random.int(lines.length === 0 ? 40 : 8) }, () =>
      inventLine(this.random),
    );
    lines.splice(at, Math.min(this.random.int(6), lines.length > 120 ? 6 : 3), ...fresh);
    this.contents.set(path, lines);
    return this.blob(`${lines.join('\n')}\n`);
  }

  /** What one commit changes: mostly edits, at times a new file, rarely a deletion. */
  changes(): Changes {
    const changed = new Map<string, number | undefined>();
    for (let count = 1 + Math.floor(4 * this.random.next() ** 3); count > 0; count -= 1) {
      const fresh = this.paths.length < 8 || this.random.chance(0.06);
      const path = fresh ? inventPath(this.random, this.taken) : this.random.pickEarly(this.paths);
      if (this.busy.has(path) || changed.has(path)) continue;
      if (fresh) this.paths.push(path);
      this.taken.add(path);
      if (!fresh && this.paths.length > 20 && this.random.chance(0.015)) this.drop(path, changed);
      else changed.set(path, this.edit(path));
    }
    if (changed.size === 0) changed.set('CHANGELOG.md', this.edit('CHANGELOG.md'));
    return changed;
  }

  private drop(path: string, changed: Changes): void {
    this.paths = this.paths.filter((other) => other !== path);
    this.contents.delete(path);
    changed.set(path, undefined);
  }

  hold(paths: Iterable<string>): void {
    for (const path of paths) this.busy.add(path);
  }

  release(paths: Iterable<string>): void {
    for (const path of paths) this.busy.delete(path);
  }
}
