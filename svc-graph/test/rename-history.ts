import { execFileSync } from 'node:child_process';

export interface RenameHistory {
  readonly commits: number;
  readonly files: number;
  readonly folders: number;
  readonly seed: number;
}

/** Draws whole numbers below a limit, the same ones for the same seed. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
}

const text = (file: number, edition: number) => `file ${String(file)}\n`.repeat(8 + edition);

/**
 * Fills an empty repository with a history in which folders move away and back again and again, each time on a branch
 * that is merged or left: as many renames of a path as in the request heads of a busy mirror.
 */
export function makeRenameHistory(dir: string, { commits, files, folders, seed }: RenameHistory): void {
  const draw = drawn(seed);
  const stream: string[] = [];
  let [made, seconds] = [0, 1_600_000_000];
  const mark = () => `:${String((made += 1))}`;
  const blobs = Array.from({ length: files }, (_, file) =>
    [0, 1].map((edition) => {
      const [name, content] = [mark(), text(file, edition)];
      stream.push(`blob\nmark ${name}\ndata ${String(content.length)}\n${content}\n`);
      return name;
    }),
  );
  const editions = Array.from({ length: files }, () => 0);
  const write = (file: number, moved: boolean) =>
    `M 100644 ${blobs[file]?.[editions[file] ?? 0] ?? ''} ${pathOf(file, moved)}\n`;
  const pathOf = (file: number, moved: boolean) =>
    `${moved ? 'lib/' : ''}d${String(file % folders)}/f${String(file)}.c`;
  const commit = (ref: string, parents: readonly string[], changes: string): string => {
    const [name, who] = [mark(), `Ann <ann@example.com> ${String((seconds += 60))} +0000`];
    const links = parents.map((parent, index) => `${index === 0 ? 'from' : 'merge'} ${parent}\n`).join('');
    stream.push(`commit ${ref}\nmark ${name}\ncommitter ${who}\ndata 6\nChange\n${links}${changes}\n`);
    return name;
  };
  const all = Array.from({ length: files }, (_, file) => file);
  let main = commit('refs/heads/main', [], all.map((file) => write(file, false)).join(''));
  for (let count = 1; count < commits; count += 6) {
    for (let edits = 0; edits < 3; edits += 1) {
      const file = draw(files);
      editions[file] = 1 - (editions[file] ?? 0);
      main = commit('refs/heads/main', [main], write(file, false));
    }
    const folder = draw(folders);
    const inFolder = all.filter((file) => file % folders === folder);
    const move = (moved: boolean) =>
      inFolder.map((file) => `D ${pathOf(file, !moved)}\n${write(file, moved)}`).join('');
    const branch = `refs/heads/series-${String(count)}`;
    const back = commit(branch, [commit(branch, [main], move(true))], move(false));
    if (draw(2) === 0) main = commit('refs/heads/main', [main, back], '');
  }
  execFileSync('git', ['-C', dir, 'fast-import', '--quiet'], {
    input: stream.join(''),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}
