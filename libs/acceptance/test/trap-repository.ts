import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { randomFrom, type Random } from '../src/fixture-cast.ts';

/** Who signs, as bytes may be; the zones are far apart. */
const SIGNERS: readonly (readonly [name: string | Buffer, email: string, zone: string])[] = [
  ['Ada Okafor', 'ada@example.com', '+0000'],
  ['Ada Okafor', '101+adaoka@users.noreply.github.com', '+0000'],
  ['Bela Novak', 'bela@example.com', '+0545'],
  ['Béla Novák', 'Bela@Home.example', '-0930'],
  [Buffer.from('J\u00f6rg', 'latin1'), 'joerg@example.com', '+1345'],
  ['Chen', '7+chen@users.noreply.github.com', '-1130'],
  ['chen', 'chen@users.noreply.github.com', '+0800'],
  ['renovate[bot]', '29139614+renovate[bot]@users.noreply.github.com', '+0000'],
  ['GitHub', 'noreply@github.com', '+0000'],
  ['Dana', 'shared@example.com', '-0500'],
  ['Emre', 'shared@example.com', '+0300'],
];

/** Who signs merges alone, and changed no file. */
const MERGER = ['Only Merges', 'merges@example.com', '+0100'] as const;

const MAILMAPS = [
  'Bela Novak <bela@example.com> <bela@home.example>\n',
  'Bela Novak <bela@example.com> <bela@home.example>\nDana Wirth <dana@example.com> Dana <shared@example.com>\n',
];

const FOLDERS = ['src', 'src/deep/er', 'docs', '', 'lib'];
const ENDINGS = ['ts', 'TS', 'md', 'json', ''];
const ODD_PATHS: readonly (string | Buffer)[] = [
  'new\nline.txt',
  '\u202edetrever/\u2066marks.txt',
  'tab\there "quoted".md',
  Buffer.from('caf\u00e9.txt', 'latin1'),
  'a'.repeat(40),
  '.gitignore',
];

const START = Date.UTC(2022, 10, 5, 22) / 1_000;
const MAIN = 'refs/heads/main';

/** Bytes as `git fast-import` reads a path: every one of them escaped. */
const quoted = (path: string | Buffer) =>
  `"${[...Buffer.from(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;

/** A stream for `git fast-import` whose texts need not be text. */
class HistoryStream {
  private readonly parts: Buffer[] = [];
  private readonly random: Random;
  private marks = 0;
  private seconds = START;

  constructor(random: Random) {
    this.random = random;
  }

  line(text: string): void {
    this.parts.push(Buffer.from(`${text}\n`));
  }

  private data(bytes: string | Buffer): void {
    const own = Buffer.from(bytes);
    this.line(`data ${String(own.length)}`);
    this.parts.push(own);
    this.line('');
  }

  blob(content: string | Buffer): string {
    this.marks += 1;
    this.line(`blob\nmark :${String(this.marks)}`);
    this.data(content);
    return `:${String(this.marks)}`;
  }

  private signer(role: string, given?: (typeof SIGNERS)[number]): void {
    // Drawn also where one is given, so that a further signer leaves the rest of the history as it is.
    const drawn = this.random.pick(SIGNERS);
    const [name, email, zone] = given ?? drawn;
    this.parts.push(Buffer.from(`${role} `), Buffer.from(name));
    // Every tenth clock is wrong by days, so that children come before their parents.
    const off = this.random.chance(0.1) ? this.random.int(400_000) - 200_000 : 0;
    this.line(` <${email}> ${String(this.seconds + off)} ${zone}`);
  }

  /** Begins a commit; its changes are the lines that follow. */
  commit(
    ref: string,
    message: string | Buffer,
    parents: readonly string[] = [],
    signer?: (typeof SIGNERS)[number],
  ): string {
    this.marks += 1;
    this.seconds += 1_800 + this.random.int(250_000);
    this.line(`commit ${ref}\nmark :${String(this.marks)}`);
    this.signer('author', signer);
    this.signer('committer', signer);
    this.data(message);
    for (const [index, parent] of parents.entries()) this.line(`${index === 0 ? 'from' : 'merge'} ${parent}`);
    return `:${String(this.marks)}`;
  }

  tag(name: string, at: string): void {
    this.line(`tag ${name}\nfrom ${at}`);
    this.line(`tagger Ada Okafor <ada@example.com> ${String(this.seconds)} -0300`);
    this.data(`Release ${name}\r\n`);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

const lines = (random: Random, count: number) =>
  Array.from({ length: count }, () => `line ${String(random.int(1_000_000))}\n`).join('');

const MESSAGES: readonly (string | Buffer)[] = [
  'Fix the parser',
  'CRLF subject\r\n\r\nBody\r\n',
  'Wrapped\nsubject\n\nBody',
  Buffer.from('Gr\u00fc\u00dfe', 'latin1'),
  '',
  'Pair on it\n\nCo-authored-by: Bela Novak <bela@example.com>\nCo-authored-by: New Helper <new@example.com>\n',
  'fix: squash of a request (#7)',
  '  Begin with blanks\t\n \t\nBody after a line of blanks',
  `\n \n${'Tell it at length '.repeat(40)}`,
];

/** Writes the files of one branch: adds, edits, moves, copies and removes them. */
class Files {
  private readonly held = new Map<string, string>();
  private readonly out: HistoryStream;
  private readonly random: Random;
  private count = 0;

  constructor(out: HistoryStream, random: Random) {
    this.out = out;
    this.random = random;
  }

  private newPath(): string {
    this.count += 1;
    const [folder, ending] = [this.random.pick(FOLDERS), this.random.pick(ENDINGS)];
    return `${folder === '' ? '' : `${folder}/`}f${String(this.count)}${ending === '' ? '' : `.${ending}`}`;
  }

  /** The blobs of a change, which come before its commit, and the lines that follow the commit. */
  change(): string[] {
    const { random, out, held } = this;
    const paths = [...held.keys()];
    const kind = held.size < 4 ? 0 : random.int(6);
    const path = paths.length > 0 ? random.pick(paths) : '';
    if (kind <= 1) {
      const added = this.newPath();
      held.set(added, lines(random, 5 + random.int(40)));
      return [`M 100644 ${out.blob(held.get(added) ?? '')} ${quoted(added)}`];
    }
    const content = held.get(path) ?? '';
    if (kind === 2) {
      held.set(path, content + lines(random, 1 + random.int(9)));
      return [`M 100644 ${out.blob(held.get(path) ?? '')} ${quoted(path)}`];
    }
    const target = this.newPath();
    if (kind === 3) held.set(target, content);
    if (kind === 3) return [`C ${quoted(path)} ${quoted(target)}`];
    held.delete(path);
    if (kind === 4) return [`D ${quoted(path)}`];
    held.set(target, `${content}${lines(random, 1)}`);
    return [
      `R ${quoted(path)} ${quoted(target)}`,
      `M 100644 ${out.blob(held.get(target) ?? '')} ${quoted(target)}`,
    ];
  }
}

function write(
  out: HistoryStream,
  ref: string,
  message: string | Buffer,
  changes: string[],
  parents: string[] = [],
) {
  const mark = out.commit(ref, message, parents, parents.length > 2 ? MERGER : undefined);
  for (const change of changes) out.line(change);
  return mark;
}

/** Every trap once: odd paths, a chain of renames, a path taken again, a file of a merge, links, and a second root. */
function traps(out: HistoryStream, random: Random, first: string): string {
  const text = out.blob(lines(random, 30));
  const next = (message: string, changes: string[], parents: string[] = []) =>
    write(out, MAIN, message, changes, parents);
  next(
    'Add odd paths',
    ODD_PATHS.map((path) => `M 100644 ${text} ${quoted(path)}`),
    [first],
  );
  next('Add a file that moves', [`M 100644 ${out.blob(lines(random, 50))} old/name.ts`]);
  next('Move it', ['R old/name.ts new/name.ts']);
  next('Move it again', ['R new/name.ts newer/other.ts']);
  next('Take its path again', [`M 100644 ${out.blob(lines(random, 9))} old/name.ts`]);
  next('Swap two', ['R old/name.ts t', 'R newer/other.ts old/name.ts', 'R t newer/other.ts']);
  next('Add a binary file', [`M 100644 ${out.blob(Buffer.from([0, 1, 2, 0, 255]))} picture.png`]);
  next('Become a link', [
    `M 120000 ${out.blob('docs')} tab`,
    'M 160000 1111111111111111111111111111111111111111 vendored',
  ]);
  next('Become a file', [`M 100644 ${text} tab`]);
  const before = next('Nothing at all', []);
  const sides = ['one', 'two', 'three'].map((name) =>
    write(out, `refs/heads/side-${name}`, `Work on ${name}`, [`M 100644 ${text} side/${name}.ts`], [before]),
  );
  const merged = ['one', 'two', 'three'].map((name) => `M 100644 ${text} side/${name}.ts`);
  const octopus = next('Merge three', merged, [before, ...sides]);
  out.line('reset refs/heads/root');
  const root = write(out, 'refs/heads/root', 'Another root', [`M 100644 ${text} second/root.txt`]);
  return next('Merge a second root', [`M 100644 ${text} only/in-a-merge.txt`], [octopus, root]);
}

const git = (dir: string, args: readonly string[], input?: Buffer) =>
  execFileSync('git', ['-C', dir, ...args], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trim();

/** Makes a history with every trap that reading git has, and random commits around them; the same for the same seed. */
export function makeTrapRepository(dir: string, seed: number, commits = 60): void {
  mkdirSync(dir, { recursive: true });
  git(dir, ['init', '--quiet', '--bare', '--initial-branch=main']);
  const random = randomFrom(seed);
  const out = new HistoryStream(random);
  const files = new Files(out, random);
  const mailmap = (index: number) => `M 100644 ${out.blob(MAILMAPS[index] ?? '')} .mailmap`;
  const first = write(out, MAIN, 'Begin', [mailmap(0)]);
  let head = traps(out, random, first);
  for (let made = 0; made < commits; made += 1) {
    const changes = Array.from({ length: random.int(4) }, () => files.change()).flat();
    head = write(out, MAIN, random.pick(MESSAGES), changes);
    if (random.chance(0.15)) out.tag(`v0.${String(made)}.0`, head);
    if (random.chance(0.1)) out.line(`reset refs/tags/plain-${String(made)}\nfrom ${head}\n`);
  }
  head = write(out, MAIN, 'Map more people', [mailmap(1)]);
  const apart = () => [`M 100644 ${out.blob(lines(random, 20))} src/apart.ts`];
  const squashed = write(out, 'refs/pull/7/head', 'fix: part one', apart(), [head]);
  write(out, 'refs/pull/7/head', 'fix: part two', apart(), [squashed]);
  write(out, 'refs/heads/release/1.x', 'Only here', apart(), [head]);
  git(dir, ['fast-import', '--quiet'], out.bytes);
  git(dir, ['update-ref', 'refs/pull/7/merge', git(dir, ['rev-parse', 'side-two'])]);
  git(dir, ['tag', 'a-tree', 'main^{tree}']);
  git(dir, [
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.com',
    'tag',
    '-m',
    'of a tag',
    'again',
    'refs/heads/root',
  ]);
}

/** What a forge does between two readings: a forced push, a branch and a tag that go, and a mailmap that shrinks. */
export function rewriteHistory(dir: string, seed: number): void {
  const random = randomFrom(seed);
  const out = new HistoryStream(random);
  const files = new Files(out, random);
  const back = git(dir, ['rev-parse', 'main~4']);
  out.line(`reset ${MAIN}\nfrom ${back}\n`);
  write(out, MAIN, 'Forced', [...files.change(), `M 100644 ${out.blob(MAILMAPS[0] ?? '')} .mailmap`]);
  write(out, MAIN, 'Unmap', ['D .mailmap']);
  git(dir, ['fast-import', '--quiet', '--force'], out.bytes);
  git(dir, ['update-ref', '-d', 'refs/heads/side-one']);
  git(dir, ['tag', '-d', 'again']);
}
