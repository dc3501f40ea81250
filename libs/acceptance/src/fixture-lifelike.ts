import type { Random } from './fixture-cast.ts';
import type { Files } from './fixture-small.ts';
import type { Changes } from './fixture-writer.ts';

const WORDS =
  'account action address agent alert batch binding branch buffer builder bundle cache channel chart client cluster column command config context counter cursor dataset dialog driver editor engine entry error event export factory field filter format gateway graph group handler header history import index input invoice item job journal key label layer layout ledger limit link list loader lock log market mask matcher member menu message meter model module monitor node notice offer option order owner packet page panel parser patch payment person pipeline plan policy pool port preview price printer profile project proxy query queue range reader record region release report request resource result retry role route rule runner sample schedule schema scope script search segment sender series server session setting shape signal source split stage state status step storage stream style subject sync table target task template tenant theme thread ticket timer token topic trace transfer tree trigger unit update upload user value vendor version view visit watcher widget window worker workspace writer zone'.split(
    ' ',
  );
const AREAS = ['src', 'src', 'src', 'lib', 'tests', 'tests', 'docs', 'tools', 'config'];
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  src: ['ts', 'ts', 'ts', 'tsx', 'css'],
  lib: ['ts', 'js', 'json'],
  tests: ['test.ts'],
  docs: ['md'],
  tools: ['py', 'sh', 'mjs'],
  config: ['yml', 'json', 'toml'],
};
const OPENINGS = [
  'const',
  'return',
  'if (',
  'await',
  'export function',
  'throw new',
  '//',
  'expect(',
  'for (const',
];
const MIDDLES = [' = ', '.', '(', ', ', ' => ', ': ', '?.', ' ?? ', ' && ', '[', ' of '];
const ENDS = [';', ');', ',', ' {', '', '', ' });', ' }'];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A name as code has it, of one to three words. */
function inventName(random: Random): string {
  const [first = '', ...others] = Array.from({ length: 1 + random.int(3) }, () => random.pickEarly(WORDS));
  return first + others.map(capital).join('');
}

function inventCode(random: Random, names: readonly string[]): string {
  const indent = '  '.repeat(random.int(5));
  const middle = random.pick(MIDDLES);
  const rest = random.chance(0.6) ? `${random.pick(MIDDLES)}${random.pickEarly(names)}` : '';
  return `${indent}${random.pick(OPENINGS)} ${random.pickEarly(names)}${middle}${random.pickEarly(names)}${rest}${random.pick(ENDS)}`;
}

/** Words as prose has them, cut into lines of at most 72 characters. */
function inventProse(random: Random, words: number): string {
  const lines: string[] = [];
  let line = '';
  for (let left = words; left > 0; left -= 1) {
    const word = random.pickEarly(WORDS);
    const longer = line === '' ? capital(word) : `${line} ${random.chance(0.25) ? `the ${word}` : word}`;
    if (longer.length > 71) lines.push(line);
    line = longer.length > 71 ? word : longer;
  }
  return [...lines, `${line}.`].join('\n');
}

/** A subject, mostly a body of some paragraphs, at times trailers: as long as messages of real projects are. */
export function lifelikeMessage(random: Random): string {
  const verb = random.pick([
    'Add',
    'Fix',
    'Move',
    'Remove',
    'Rework',
    'Test',
    'Support',
    'Avoid',
    'Use',
    'Document',
  ]);
  const subject = `${verb} ${random.pick(WORDS)} ${random.pick(WORDS)} ${random.pick(['in', 'for', 'of', 'when'])} ${random.pick(WORDS)} ${random.pick(WORDS)}`;
  if (random.chance(0.35)) return `${subject}\n`;
  const paragraphs = Array.from({ length: 1 + Math.floor(3 * random.next() ** 2) }, () =>
    inventProse(random, 12 + random.int(45)),
  );
  const trailer = random.chance(0.3) ? [`Refs: #${String(1 + random.int(9_999))}`] : [];
  return `${[subject, ...paragraphs, ...trailer].join('\n\n')}\n`;
}

/** Nested folders and files of 2 to 20 KB of which commits change a few lines, near to each other. */
export class LifelikeFiles implements Files {
  private readonly random: Random;
  private readonly blob: (text: string) => number;
  private readonly names: readonly string[];
  private readonly folders: string[] = AREAS.map((area) => `${area}/core`);
  private readonly contents = new Map<string, string[]>();
  private readonly busy = new Set<string>();
  private paths: string[] = [];

  constructor(random: Random, blob: (text: string) => number) {
    this.random = random;
    this.blob = blob;
    this.names = Array.from({ length: 3_000 }, () => inventName(random));
  }

  private folder(): string {
    const { random, folders } = this;
    const known = random.pick(folders);
    if (!random.chance(0.12) || known.split('/').length > 6) return known;
    const fresh = `${known}/${random.pick(WORDS)}`;
    folders.push(fresh);
    return fresh;
  }

  private freshPath(folder: string): string {
    const { random } = this;
    for (let attempt = 0; ; attempt += 1) {
      const extension = random.pick(EXTENSIONS[folder.split('/')[0] ?? ''] ?? ['ts']);
      const suffix = attempt < 4 ? '' : `-${String(this.contents.size)}`;
      const path = `${folder}/${random.pick(WORDS)}-${random.pick(WORDS)}${suffix}.${extension}`;
      if (!this.contents.has(path)) return path;
    }
  }

  private lines(count: number): string[] {
    return Array.from({ length: count }, () => inventCode(this.random, this.names));
  }

  private write(path: string, lines: string[]): number {
    this.contents.set(path, lines);
    return this.blob(`${lines.join('\n')}\n`);
  }

  private create(folder: string): [string, number] {
    const path = this.freshPath(folder);
    this.paths.push(path);
    return [path, this.write(path, this.lines(60 + Math.floor(480 * this.random.next() ** 2.5)))];
  }

  private edit(path: string): number {
    const { random } = this;
    const lines = this.contents.get(path) ?? [];
    for (let places = 1 + Math.floor(4 * random.next() ** 2); places > 0; places -= 1) {
      const fresh = this.lines(1 + Math.floor(8 * random.next() ** 2));
      const cut = lines.length > 560 ? fresh.length + 2 : random.int(fresh.length + 1);
      lines.splice(random.int(lines.length + 1), cut, ...fresh);
    }
    return this.write(path, lines);
  }

  private drop(path: string): undefined {
    this.paths = this.paths.filter((other) => other !== path);
    this.contents.delete(path);
  }

  changes(): Changes {
    const { random, paths } = this;
    const changed: Changes = new Map();
    const folder = this.folder();
    const near = Math.floor(paths.length * random.next() ** 1.6);
    for (let count = 1 + Math.floor(14 * random.next() ** 4); count > 0; count -= 1) {
      if (this.paths.length < 12 || random.chance(0.09)) {
        changed.set(...this.create(folder));
        continue;
      }
      const path = this.paths[(near + random.int(24)) % this.paths.length] ?? '';
      if (this.busy.has(path) || changed.has(path)) continue;
      const dropped = this.paths.length > 40 && random.chance(0.012);
      changed.set(path, dropped ? this.drop(path) : this.edit(path));
    }
    if (changed.size === 0) changed.set(...this.create(folder));
    return changed;
  }

  hold(paths: Iterable<string>): void {
    for (const path of paths) this.busy.add(path);
  }

  release(paths: Iterable<string>): void {
    for (const path of paths) this.busy.delete(path);
  }
}
