import { Query, type QueryInput } from '@cairn/query';
import type { BrowserContext } from 'playwright';

type Card = readonly [title: string, query: QueryInput, view: string];

const per = (target: string, attribute: string, unit: 'week' | 'month'): QueryInput => ({
  select: [target],
  groupBys: [{ target, attribute, unit }],
});
const by = (target: string, attribute: string): QueryInput => ({
  select: [target],
  groupBys: [{ target, attribute }],
});
const count = (target: string): QueryInput => ({
  select: [target],
  aggregations: [{ target, attribute: 'uuid', reducer: 'count' }],
});

/** Cards of the kinds that boards have most. */
const CARDS: readonly Card[] = [
  ['Commits', count('Commit'), 'metric'],
  ['Pull requests', count('PullRequest'), 'metric'],
  ['Issues', count('Issue'), 'metric'],
  ['Commits a week', per('Commit', 'committedAt', 'week'), 'overTime'],
  ['Commits a month', per('Commit', 'committedAt', 'month'), 'overTime'],
  ['Pull requests a week', per('PullRequest', 'createdAt', 'week'), 'overTime'],
  ['Pull requests by status', by('PullRequest', 'status'), 'bar'],
  ['Issues by type', by('Issue', 'issueType'), 'bar'],
  ['Issues by status', by('Issue', 'status'), 'bar'],
  ['Issues by priority', by('Issue', 'priority'), 'treeMap'],
  ['Pull requests as a table', by('PullRequest', 'status'), 'unifiedTable'],
  ['Issues as a table', by('Issue', 'issueType'), 'unifiedTable'],
];

const inRow = 3;
const BOARD = {
  layout: CARDS.map((_, index) => ({
    i: `card-${index}`,
    x: (index % inRow) * 4,
    y: Math.floor(index / inRow) * 3,
    w: 4,
    h: 3,
  })),
  data: Object.fromEntries(
    CARDS.map(([title, query, view], index) => [
      `card-${index}`,
      {
        kind: 'explore',
        title,
        state: { params: Query.parse(query), viz: [{ value: view, config: {} }] },
      },
    ]),
  ),
};

async function post<Answer>(
  { request }: BrowserContext,
  url: string,
  path: string,
  data: object,
): Promise<Answer> {
  const answer = await request.post(url + path, { data, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Makes a board of twelve cards; answers its path. */
export async function makeBoardOfTwelve(
  context: BrowserContext,
  url: string,
  orgId: string,
): Promise<string> {
  const { data } = await post<{ data: { id: string } }>(context, url, '/api/deep-links/create', {
    org_id: orgId,
    type: 'dashboard-v1',
    name: 'Twelve cards',
    state: JSON.stringify(BOARD),
  });
  return `/${orgId}/boards/${data.id}`;
}

/** The path of the page of a pull request. */
export async function pullRequestPath(context: BrowserContext, url: string, orgId: string): Promise<string> {
  const question = { select: ['PullRequest'], pageSize: 1, format: 'json' };
  const path = `/api/${orgId}/graph-search/entities`;
  const { data } = await post<{ data: { uuid: string }[] }>(context, url, path, question);
  return `/${orgId}/entity/${data[0]?.uuid ?? ''}`;
}
