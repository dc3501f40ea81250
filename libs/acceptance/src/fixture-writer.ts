import type { Author } from './fixture-cast.ts';

export interface Moment {
  readonly author: Author;
  readonly committer?: Author;
  readonly seconds: number;
}

/** Path → mark of its blob, or undefined where it is deleted. */
export type Changes = Map<string, number | undefined>;

/** Writes a stream for `git fast-import`, a commit at a time. */
export class StreamWriter {
  private readonly emit: (text: string) => void;
  private mark = 0;

  constructor(emit: (text: string) => void) {
    this.emit = emit;
  }

  blob(text: string): number {
    this.mark += 1;
    this.emit(`blob\nmark :${String(this.mark)}\ndata ${String(Buffer.byteLength(text))}\n${text}\n`);
    return this.mark;
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
