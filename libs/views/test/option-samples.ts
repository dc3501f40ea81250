import type { Column } from '@cairn/contracts';
import { Query, type QueryInput } from '@cairn/query';
import { REPOSITORY, STATUS } from './sample-columns.ts';
import { sampleAnswer, type Sample } from './samples.ts';

export type OptionSample = 'one' | 'two' | 'several' | 'compared' | 'durations' | 'series';

const COUNT: Column = { key: 'n', label: 'Pull requests', type: 'number', role: 'measure', reducer: 'count' };
const TIME: Column = { ...COUNT, key: 't', label: 'Cycle time', reducer: 'median', unit: 'second' };
const BEFORE: Column = {
  ...COUNT,
  key: 'comparison(n)',
  label: 'Pull requests, before',
  period: 'comparison',
};
const AT: Column = { key: 'timestamp', label: 'Time', type: 'datetime', role: 'group' };
const REPO = { target: 'Repository', attribute: 'name' };
const STATE = { target: 'PullRequest', attribute: 'status' };
const CYCLE = { target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' as const };
const OWN = { target: 'PullRequest', attribute: 'uuid', reducer: 'count' as const };
const LONG =
  'a repository with a name that is too long for the width of any column that there is, as some are';

const REPOSITORIES = ['search', 'billing', 'ledger', 'web', LONG, 'tiny'];
const STATUSES = ['Open', 'Merged', 'Closed'];
const LARGE = 40_000;

/** Values of every size, in no order. */
const rows = REPOSITORIES.flatMap((r, at) =>
  STATUSES.map((s, of) => {
    const n = r === 'tiny' ? 1 : ((at * 7 + of * 5) % 11) * 900 + LARGE * (at % 2);
    return { r, s, n, t: n * 60, 'comparison(n)': Math.round(n / 2) + 7 * of };
  }),
);
const firsts = rows.filter(({ s }) => s === 'Open');

const sample = (
  query: QueryInput,
  columns: Column[],
  data: Record<string, unknown>[],
  unit?: string,
): Sample => ({
  name: '',
  query: Query.parse({ orgId: 'acme', select: ['PullRequest'], ...query }),
  answer: sampleAnswer(columns, data, unit),
});
const compareWith = { method: 'tuple' as const };

/** Answers in which each option of a view has an effect. */
export const OPTION_SAMPLES: Readonly<Record<OptionSample, Sample>> = {
  one: sample({ groupBys: [REPO] }, [REPOSITORY, COUNT], firsts),
  two: sample({ groupBys: [REPO, STATE] }, [REPOSITORY, STATUS, COUNT], rows),
  several: sample(
    { groupBys: [REPO, STATE], aggregations: [OWN, CYCLE] },
    [REPOSITORY, STATUS, COUNT, TIME],
    rows,
  ),
  compared: sample({ groupBys: [REPO], duration: 'P90D', compareWith }, [REPOSITORY, COUNT, BEFORE], firsts),
  durations: sample({ groupBys: [REPO], aggregations: [CYCLE] }, [REPOSITORY, TIME], firsts),
  series: sample(
    {},
    [AT, COUNT],
    firsts.map(({ n }, at) => ({ timestamp: new Date(Date.UTC(2026, 8, 7 + 7 * at)).toISOString(), n })),
    'weeks',
  ),
};
