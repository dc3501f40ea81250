import type { Filter } from '@cairn/query';
import { BARS, type ChartSpec, groupBy, LINE, PEOPLE_BY_NAME } from './chart-spec.ts';

/** Merges touch no file of their own, so they count for no folder. */
const NO_MERGES: Filter = { target: 'Commit', attribute: 'isMerge', comparison: { IN: [false] } };

/** Drawn even without commits; the overview then gives the reason. */
const OF_COMMITS = { of: 'Commit', least: 0 };

export const COMMITS_OVER_TIME: ChartSpec = {
  ...OF_COMMITS,
  title: 'Commits over time',
  view: LINE,
  query: {},
};
/** The same with the releases of the repository on the time axis. */
export const COMMITS_AND_RELEASES: ChartSpec = {
  ...COMMITS_OVER_TIME,
  view: { ...LINE, config: { releases: true } },
};
export const COMMITS_BY_FOLDER: ChartSpec = {
  ...OF_COMMITS,
  title: 'Where the work happens',
  view: BARS,
  query: { groupBys: groupBy('SourceFile', 'topFolder'), limit: 12 },
  filters: [NO_MERGES],
};
export const COMMITS_BY_PERSON: ChartSpec = {
  ...OF_COMMITS,
  title: 'Who worked on it',
  view: BARS,
  query: PEOPLE_BY_NAME,
  listsPeople: true,
};
export const COMMITS_BY_REPOSITORY: ChartSpec = {
  ...OF_COMMITS,
  title: 'In which repositories',
  view: BARS,
  query: { groupBys: groupBy('Repository', 'name') },
};
