/** A random generator; the same seed gives the same numbers. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      const item = items[int(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    /** Picks early items far more often than late ones, as work is distributed in real teams. */
    pickEarly: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(items.length * next() ** 2.2)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
export type Random = ReturnType<typeof randomFrom>;

export interface Author {
  readonly name: string;
  readonly email: string;
  /** Minutes east of Greenwich. */
  readonly zone: number;
}

const FIRST = [
  'Ada',
  'Bela',
  'Chen',
  'Dana',
  'Emre',
  'Femi',
  'Grete',
  'Hana',
  'Ivo',
  'Jun',
  'Kofi',
  'Lena',
  'Mira',
  'Noor',
  'Otto',
  'Priya',
  'Quinn',
  'Rosa',
  'Sven',
  'Tariq',
  'Uma',
  'Vera',
  'Wen',
  'Zoë',
];
const LAST = [
  'Okafor',
  'Lindqvist',
  'Moreau',
  'Tanaka',
  'Yıldız',
  'Novak',
  'Silva',
  'Haugen',
  'Castellanos',
  'Wirth',
  'Farouk',
  'Petrov',
];
const ZONES = [0, 60, 120, 330, 540, -300, -480];

export const BOT: Author = {
  name: 'renovate[bot]',
  email: '29139614+renovate[bot]@users.noreply.example.com',
  zone: 0,
};
export const MERGER: Author = { name: 'GitHub', email: 'noreply@github.com', zone: 0 };

/** People of the history; the first commits under a second name and address that `.mailmap` maps back. */
export function makeAuthors(
  random: Random,
  count: number,
): { authors: Author[]; alias: Author; mailmap: string } {
  const authors = Array.from({ length: count }, (_, index) => {
    const first = FIRST[index % FIRST.length] ?? 'Ada';
    const round = Math.floor(index / FIRST.length);
    const last = LAST[(index + round * 5) % LAST.length] ?? 'Okafor';
    const generation = round >= LAST.length ? ` ${String(round)}` : '';
    const handle = `${first}.${last}${generation}`
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9.]/g, '')
      .toLowerCase();
    return {
      name: `${first} ${last}${generation}`,
      email: `${handle}@example.com`,
      zone: random.pick(ZONES),
    };
  });
  const first = authors[0] ?? MERGER;
  const alias = {
    ...first,
    name: first.name.split(' ')[0]?.toLowerCase() ?? 'ada',
    email: 'ada@laptop.local',
  };
  return { authors, alias, mailmap: `${first.name} <${first.email}> <${alias.email}>\n` };
}

const FOLDERS = [
  'src/api',
  'src/core',
  'src/core/graph',
  'src/web',
  'src/web/charts',
  'src/jobs',
  'tests/api',
  'tests/core',
  'docs',
  'docs/guides',
  'scripts',
  'config',
  '',
];
const STEMS = [
  'index',
  'parser',
  'router',
  'store',
  'session',
  'chart',
  'table',
  'filter',
  'scheduler',
  'cache',
  'client',
  'worker',
  'schema',
  'report',
  'export',
  'layout',
];
const BY_TOP: Readonly<Record<string, readonly string[]>> = {
  src: ['ts', 'tsx', 'css'],
  tests: ['ts'],
  docs: ['md'],
  scripts: ['sh', 'py'],
  config: ['json', 'yml'],
  '': ['md', 'json'],
};

/** A path no earlier call has given. */
export function inventPath(random: Random, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const folder = random.pickEarly(FOLDERS);
    const extension = random.pick(BY_TOP[folder.split('/')[0] ?? ''] ?? ['ts']);
    const suffix = attempt < 3 ? '' : `-${String(taken.size)}`;
    const path = `${folder ? `${folder}/` : ''}${random.pick(STEMS)}${suffix}.${extension}`;
    if (!taken.has(path)) return path;
  }
}

const VERBS = ['Add', 'Fix', 'Simplify', 'Move', 'Test', 'Document', 'Speed up', 'Rename', 'Guard', 'Drop'];
const NOUNS = [
  'the export of tables',
  'date windows across zones',
  'empty results',
  'the session cookie',
  'retry after a timeout',
  'the parser of filters',
  'layout on narrow screens',
  'the job queue',
  'paging past the last page',
  'the chart legend',
];
const REASONS = [
  'It was slow on large inputs.',
  'The old way lost the last row.',
  'People asked for this in review.',
  'A test now covers the case.',
];

/** A subject and at times a body. */
export function inventMessage(random: Random): string {
  const subject = `${random.pick(VERBS)} ${random.pick(NOUNS)}`;
  return random.chance(0.3) ? `${subject}\n\n${random.pick(REASONS)}\n` : `${subject}\n`;
}

const WORDS =
  'const value return when then each row column table query group date zone cache await promise render label width height items filter reduce index token scope state'.split(
    ' ',
  );

/** A line of text as long as code lines are. */
export function inventLine(random: Random): string {
  return Array.from({ length: 3 + random.int(7) }, () => random.pick(WORDS)).join(' ');
}
