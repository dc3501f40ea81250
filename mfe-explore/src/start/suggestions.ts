import { STANDARD_VIEWS, type Configuration, type View } from '@cairn/contracts';
import { Query, queryTitle, withDefaultBranch, type QueryInput } from '@cairn/query';
import { AUTOMATIC_VIEW } from '@cairn/views';
import { knowsBranches, type KindInfo } from '../graph/fields.ts';

/** A suggested query for this org's data. */
export interface Suggestion {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
}

const MOST = 10;
/** The kinds that people ask about first; other kinds follow. */
const FIRST = ['Commit', 'SourceFile', 'PullRequest', 'Issue', 'Event', 'Release', 'Branch'];
const TELLING = ['topFolder', 'extension', 'action', 'status', 'result', 'type'];
const COLUMNS: View = { value: STANDARD_VIEWS.bar, config: { displayType: 'bars', vertical: true } };
const AREA: View = { value: STANDARD_VIEWS.bar, config: { displayType: 'area' } };

/** Suggestions from the catalogue, without anything that no source provides. */
export function suggestionsOf(configuration: Configuration, now = Date.now()): Suggestion[] {
  const rank = ({ name }: KindInfo) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return configuration.kinds
    .filter((kind) => kind.provided)
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((kind) => questionsAbout(kind, configuration, now))
    .slice(0, MOST);
}

type Ask = (rest: QueryInput, view?: View) => Suggestion;
type Span = (least: string) => Pick<QueryInput, 'duration'>;

const DAY_MS = 86_400_000;
/** The spans that a suggestion may ask about, and their days; past the last it asks about all time. */
const SPANS: readonly [duration: string, days: number][] = [
  ['P90D', 90],
  ['P1Y', 365],
];

/** The least of these spans, from a given one on, that reaches back to the data; none where all ended before. */
function reachingSpan(from: string, { latest }: Configuration, now: number): Pick<QueryInput, 'duration'> {
  const wide = SPANS.slice(SPANS.findIndex(([duration]) => duration === from));
  const age = latest === null ? 0 : (now - Date.parse(latest)) / DAY_MS;
  const found = wide.find(([, days]) => age < days);
  return found ? { duration: found[0] } : {};
}

function questionsAbout(kind: KindInfo, configuration: Configuration, now: number): Suggestion[] {
  const ask: Ask = (rest, view = AUTOMATIC_VIEW) => {
    const query = Query.parse({ select: [kind.name], ...rest });
    const asked = knowsBranches(configuration) ? withDefaultBranch(query) : query;
    return { query: asked, view, title: queryTitle(query, configuration) };
  };
  const has = (name: string) => kind.attributes.some((each) => each.name === name && each.provided);
  const telling = TELLING.filter(has).map((attribute) =>
    ask({ groupBys: [{ target: kind.name, attribute }] }),
  );
  const span: Span = (duration) => reachingSpan(duration, configuration, now);
  return [...(isActivity(kind) ? overTime(kind, ask, span) : []), ...telling];
}

/** True for kinds whose rows are events in time. */
function isActivity({ name }: KindInfo): boolean {
  return ['Commit', 'Event', 'PullRequest', 'Issue', 'Message', 'CicdPipeline'].includes(name);
}

function overTime(kind: KindInfo, ask: Ask, span: Span): Suggestion[] {
  const reaches = (name: string) => kind.relations.some((each) => each.name === name && each.provided);
  const time = { target: kind.name, attribute: kind.timeAttribute };
  const month = { ...time, unit: 'month' as const };
  return [
    ask({ groupBys: [{ ...time, unit: 'week' }], ...span('P1Y') }, COLUMNS),
    ...(reaches('SourceFile')
      ? [ask({ groupBys: [{ target: 'SourceFile', attribute: 'topFolder' }], ...span('P1Y') })]
      : []),
    ...(reaches('Repository')
      ? [ask({ groupBys: [month, { target: 'Repository', attribute: 'name' }], ...span('P1Y') }, AREA)]
      : []),
    ...(reaches('Person')
      ? [ask({ groupBys: [{ target: 'Person', attribute: 'name' }], ...span('P90D') })]
      : []),
  ];
}
