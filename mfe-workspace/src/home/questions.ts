import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import { Query, type QueryInput } from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { daysOf } from './period.ts';

/** A question that Home asks, with the view that it is drawn in. */
export interface HomeQuestion {
  id: string;
  title: string;
  query: Query;
  view: View;
  /** Whether its answer is whole only when the changes of every commit have been read. */
  needsChanges: boolean;
}

/** The measure of Home's charts. */
export const COMMITS = { target: 'Commit', attribute: 'uuid', reducer: 'count' } as const;

/** A question about commits of a range. */
export function askCommits(range: DateRange, timezone: string, part: QueryInput): Query {
  return Query.parse({ select: ['Commit'], timezone, ...range, ...part });
}

const STEPS = [
  { upTo: 45, unit: 'days', title: 'Commits a day' },
  { upTo: 800, unit: 'weeks', title: 'Commits a week' },
  { upTo: Infinity, unit: 'months', title: 'Commits a month' },
] as const;
const LAST_STEP = STEPS[2];

/** How finely a range is counted over time. */
export const stepOf = (range: DateRange) => STEPS.find(({ upTo }) => daysOf(range) <= upTo) ?? LAST_STEP;

/** When commits are made: by the clocks of their authors where sources tell them, else by that of the reader. */
function hours(range: DateRange, timezone: string, ownClocks: boolean): HomeQuestion {
  const groupBys: QueryInput['groupBys'] = ownClocks
    ? [
        { target: 'Commit', attribute: 'localHour' },
        { target: 'Commit', attribute: 'localWeekday' },
      ]
    : [
        { target: 'Commit', attribute: 'committedAt', unit: 'hourOfDay' },
        { target: 'Commit', attribute: 'committedAt', unit: 'dayOfWeek' },
      ];
  return {
    id: 'hours',
    title: `When commits are made, by ${ownClocks ? 'their authors’ clocks' : 'your clock'}`,
    query: askCommits(range, timezone, { aggregations: [COMMITS], groupBys, limit: 200 }),
    view: { value: STANDARD_VIEWS.heatMap, config: {} },
    needsChanges: false,
  };
}

/** The charts of Home for a range of dates; `ownClocks` says that commits know the clocks of their authors. */
export function homeQuestions(range: DateRange, timezone: string, ownClocks: boolean): HomeQuestion[] {
  const step = stepOf(range);
  return [
    {
      id: 'weeks',
      title: step.title,
      query: askCommits(range, timezone, { aggregations: [COMMITS], timeUnit: step.unit }),
      view: { value: STANDARD_VIEWS.time, config: { unit: step.unit } },
      needsChanges: false,
    },
    {
      id: 'places',
      title: 'Where the work happens',
      query: askCommits(range, timezone, {
        aggregations: [COMMITS],
        groupBys: [{ target: 'SourceFile', attribute: 'topFolder' }],
        // A merge touches no file; nor does a commit whose changes have not been read.
        filters: [{ target: 'SourceFile', attribute: 'topFolder', comparison: { 'NOT IN': [null] } }],
        limit: 40,
      }),
      view: { value: STANDARD_VIEWS.treeMap, config: {} },
      needsChanges: true,
    },
    hours(range, timezone, ownClocks),
  ];
}

/** People are humans: bots and AI agents are left out wherever Home counts or lists them. */
export const HUMANS: QueryInput['filters'] = [
  { target: 'Person', attribute: 'isBot', comparison: { 'NOT IN': [true] } },
];

export interface Figure {
  id: string;
  label: string;
  query: Query;
  /** The column of its answer. */
  column: string;
  needsChanges: boolean;
}

/** The key figures of Home. */
export function homeFigures(range: DateRange, timezone: string): Figure[] {
  const figure = (id: string, label: string, select: string, target: string, distinct: boolean): Figure => {
    const reducer = distinct ? 'countDistinct' : 'count';
    const filters = target === 'Person' ? HUMANS : [];
    return {
      id,
      label,
      query: askCommits(range, timezone, {
        select: [select],
        aggregations: [{ target, attribute: 'uuid', reducer }],
        filters,
      }),
      column: `${reducer}(${target}.uuid)`,
      needsChanges: target === 'SourceFile',
    };
  };
  return [
    figure('commits', 'Commits', 'Commit', 'Commit', false),
    figure('people', 'People', 'Commit', 'Person', true),
    figure('files', 'Files changed', 'Commit', 'SourceFile', true),
    figure('releases', 'Releases', 'Release', 'Release', false),
  ];
}
