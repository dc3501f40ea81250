import type { Loads } from './loads.ts';

/** A script of a build and its compressed size. */
export interface Script {
  readonly name: string;
  readonly bytes: number;
}

/** What a reader waits for at one moment, and its budget. */
export interface Weight {
  readonly what: string;
  readonly most: number;
  readonly scripts: readonly Script[];
  /** Scripts, style sheets and fonts, each of which is a request. */
  readonly files: number;
  readonly mostFiles: number;
}

const KB = 1_024;
const HOME = 450 * KB;
const HOME_BEFORE_CHARTS = 330 * KB;
const SIGN_IN = 135 * KB;
const PAGE = 150 * KB;
const FILES = { home: 23, homeBeforeCharts: 18, signIn: 9, page: 10 };

/** Groups that are not pages. */
const NO_PAGES = new Set(['sign-in', 'shell', 'home', 'charts', 'charts of Home']);

/** The weights that the budget limits; `scriptOf` weighs a file of a front-end. */
export function weightsOf(
  loads: ReadonlyMap<string, Loads>,
  scriptOf: (app: string, file: string) => Script,
): Weight[] {
  const load = (...wanted: readonly (readonly [app: string, group: string])[]) => {
    const found = wanted.flatMap(([app, group]) => {
      const files = loads.get(app)?.[group];
      if (!files) throw new Error(`${app} was built without "${group}"`);
      return files.map((file) => ({ app, file }));
    });
    const scripts = found
      .filter(({ file }) => file.endsWith('.js'))
      .map(({ app, file }) => scriptOf(app, file));
    return {
      scripts: [...new Map(scripts.map((script) => [script.name, script])).values()],
      files: new Set(found.map(({ app, file }) => `${app}/${file}`)).size,
    };
  };
  const before = [
    ['shell', 'shell'],
    ['workspace', 'home'],
    ['explore', 'charts'],
  ] as const;
  const pages = [...loads].flatMap(([app, groups]) =>
    Object.keys(groups)
      .filter((group) => !NO_PAGES.has(group))
      .map((group) => ({
        what: `${group}, its own`,
        most: PAGE,
        mostFiles: FILES.page,
        ...load([app, group]),
      })),
  );
  return [
    {
      what: 'Home until its charts are drawn',
      most: HOME,
      mostFiles: FILES.home,
      ...load(...before, ['explore', 'charts of Home']),
    },
    {
      what: 'Home before the first chart',
      most: HOME_BEFORE_CHARTS,
      mostFiles: FILES.homeBeforeCharts,
      ...load(...before),
    },
    { what: 'Sign-in', most: SIGN_IN, mostFiles: FILES.signIn, ...load(['shell', 'sign-in']) },
    ...pages,
  ];
}

const bytesOf = ({ scripts }: Pick<Weight, 'scripts'>) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
const inKilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`;

/** One line of the table that the check prints. */
export function weightInWords(weight: Weight): string {
  const { what, most, files, mostFiles } = weight;
  const bytes = `${inKilobytes(bytesOf(weight))} of at most ${inKilobytes(most)} of JavaScript, gz`;
  return `${what}: ${bytes}, in ${files} of at most ${mostFiles} files`;
}

/**
 * Why a weight exceeds its budget, with the scripts that grew since the last build within it; empty when it
 * does not.
 */
export function overweight(weight: Weight, before: Readonly<Record<string, number>> = {}): string[] {
  const { what, files, mostFiles } = weight;
  const tooMany =
    files > mostFiles
      ? [`${what} loads ${files} files instead of at most ${mostFiles}. Join or drop some.`]
      : [];
  const over = bytesOf(weight) - weight.most;
  if (over <= 0) return tooMany;
  const grown = weight.scripts
    .map(({ name, bytes }) => ({ name, bytes, growth: bytes - (before[name] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, 3)
    .map(({ name, bytes, growth }) =>
      growth === bytes ? `${name} with ${inKilobytes(bytes)}` : `${name} by ${inKilobytes(growth)}`,
    );
  const cause = grown.length > 0 ? ` Grown or new: ${grown.join(', ')}.` : '';
  return [...tooMany, `${weight.what} is ${inKilobytes(over)} over its ${inKilobytes(weight.most)}.${cause}`];
}
