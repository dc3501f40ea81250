import { type Author, type Random, inventLine, inventPath } from './fixture-cast.ts';

export interface Moment {
  readonly author: Author;
  readonly committer?: Author;
  readonly seconds: number;
}

export type Changes = Map<string, number | undefined>;

/** Writes a stream for `git fast-import`, a commit at a time. */
export class HistoryWriter {
  private readonly random: Random;
  private readonly emit: (text: string) => void;
  private readonly contents = new Map<string, string[]>();
  private readonly taken = new Set<string>();
  private paths: string[] = [];
  private readonly busy = new Set<string>();
  private mark = 0;

  constructor(random: Random, emit: (text: string) => void) {
    this.random = random;
    this.emit = emit;
  }

  private blob(text: string): number {
    this.mark += 1;
    this.emit(`blob\nmark :${String(this.mark)}\ndata ${String(Buffer.byteLength(text))}\n${text}\n`);
    return this.mark;
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

  file(text: string): number {
    return this.blob(text);
  }

  commit(ref: string, at: Moment, message: string, changed: Changes, parents: readonly number[]): number {
    this.mark += 1;
    const [from, merged] = parents;
    this.emit(
      `commit ${ref}\nmark :${String(this.mark)}\nauthor ${signature(at.author, at.seconds)}\n` +
        `committer ${signature(at.committer ?? at.author, at.seconds)}\n` +
        `data ${String(Buffer.byteLength(message))}\n${message}\n` +
        (from === undefined ? '' : `from :${String(from)}\n`) +
        (merged === undefined ? '' : `merge :${String(merged)}\n`) +
        [...changed]
          .map(([path, blob]) => (blob === undefined ? `D ${path}\n` : `M 100644 :${String(blob)} ${path}\n`))
          .join('') +
        '\n',
    );
    return this.mark;
  }

  remove(ref: string): void {
    this.emit(`reset ${ref}\nfrom ${'0'.repeat(40)}\n\n`);
  }

  tag(name: string, at: Moment, target: number, annotated: boolean): void {
    const message = `Release ${name}`;
    this.emit(
      annotated
        ? `tag ${name}\nfrom :${String(target)}\ntagger ${signature(at.author, at.seconds)}\ndata ${String(message.length)}\n${message}\n`
        : `reset refs/tags/${name}\nfrom :${String(target)}\n\n`,
    );
  }
}

function signature(author: Author, seconds: number): string {
  const minutes = Math.abs(author.zone);
  const zone = `${author.zone < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
  return `${author.name} <${author.email}> ${String(seconds)} ${zone}`;
}
