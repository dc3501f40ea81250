import type { Configuration, View } from '@cairn/contracts';
import { Query, queryTitle, type QueryInput } from '@cairn/query';
import type { KindInfo } from '../graph/fields.ts';

/** A question worth asking of this org's data. */
export interface Suggestion {
  readonly title: string;
  readonly query: Query;
  readonly view: View;
}

const MOST = 8;
const TELLING = ['topFolder', 'extension', 'action', 'status', 'result', 'type', 'isMerge'];
const AUTO: View = { value: 'default', config: {} };
const COLUMNS: View = { value: 'barChart', config: { displayType: 'bars', vertical: true } };

/** Questions built from what the catalogue says is there; nothing that no source provides. */
export function suggestionsOf(configuration: Configuration): Suggestion[] {
  const provided = configuration.kinds.filter((kind) => kind.provided);
  const rounds = provided.map((kind) => questionsAbout(kind, configuration));
  const longest = Math.max(0, ...rounds.map((round) => round.length));
  const mixed = Array.from({ length: longest }, (_, turn) =>
    rounds.flatMap((round) => round[turn] ?? []),
  ).flat();
  return mixed.slice(0, MOST);
}

function questionsAbout(kind: KindInfo, configuration: Configuration): Suggestion[] {
  const has = (name: string) => kind.attributes.some((each) => each.name === name && each.provided);
  const reaches = (name: string) => kind.relations.some((each) => each.name === name && each.provided);
  const make = (rest: QueryInput, view: View = AUTO): Suggestion => {
    const query = Query.parse({ select: [kind.name], ...rest });
    return { query, view, title: queryTitle(query, configuration) };
  };
  const week = { target: kind.name, attribute: kind.timeAttribute, unit: 'week' as const };
  const isActivity = ['Commit', 'Event', 'PullRequest', 'Issue', 'Message', 'CicdPipeline'].includes(
    kind.name,
  );
  return [
    ...(isActivity && has(kind.timeAttribute) ? [make({ groupBys: [week], duration: 'P1Y' }, COLUMNS)] : []),
    ...(isActivity && reaches('Person')
      ? [make({ groupBys: [{ target: 'Person', attribute: 'name' }], duration: 'P90D' })]
      : []),
    ...(reaches('SourceFile')
      ? [make({ groupBys: [{ target: 'SourceFile', attribute: 'topFolder' }], duration: 'P1Y' })]
      : []),
    ...(isActivity
      ? []
      : TELLING.filter(has).map((attribute) => make({ groupBys: [{ target: kind.name, attribute }] }))),
    ...(kind.name === 'Event' && has('action')
      ? [make({ groupBys: [{ target: 'Event', attribute: 'action' }], duration: 'P30D' })]
      : []),
    ...(has('name') || has('title') ? [make({})] : []),
  ];
}
