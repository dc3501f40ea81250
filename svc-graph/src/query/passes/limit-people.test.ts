import { type Role, UserId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import type { QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SearchFixture, searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import { LIMITED_MESSAGE } from './limit-people.ts';
import { NAMING } from './naming.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
  for (const [login, name] of [
    ['u-ann', 'Ann'],
    ['u-bob', 'Bob'],
  ])
    await fixture.graph.run(
      `INSERT INTO "PersonDecision" (number, kind, subjectUuid, value)
       SELECT (SELECT count(*) FROM "PersonDecision") + 1, 'link', '${uuidOf(name ?? '')}', '${login ?? ''}'`,
    );
});
afterAll(() => fixture.close());

interface Asking {
  readonly role: Role;
  readonly userId?: UserId;
  readonly personMeasures?: 'everybody' | 'limited';
  readonly superuser?: boolean;
}

const limited = { personMeasures: 'limited' } as const;
const ADMIN: Asking = { role: 'admin', ...limited };
const ANN: Asking = { role: 'user', userId: UserId.parse('u-ann'), ...limited };
const NOBODY: Asking = { role: 'viewer', userId: UserId.parse('u-zoe'), ...limited };

const is = (target: string, attribute: string, ...values: (string | null)[]) => ({
  target,
  attribute,
  comparison: { IN: values },
});
const own = is('Person', 'uuid', uuidOf('Ann'));
const other = is('Person', 'uuid', uuidOf('Bob'));
const COUNT = { target: 'Commit', attribute: 'uuid', reducer: 'count' as const };
const commits = (part: QueryInput): QueryInput => ({ select: ['Commit'], ...part });
const byPerson = { groupBys: ['Person.name'] };

type Route = 'group-bys' | 'entities' | 'time-series' | 'facet-options' | 'empty-reasons';

/** Each question with who may have its answer: everybody, the person, or admins alone. */
const QUESTIONS: readonly (readonly [
  may: 'all' | 'own' | 'admin',
  what: string,
  route: Route,
  question: object,
])[] = [
  ['all', 'a total', 'group-bys', commits({})],
  ['all', 'a total by repository', 'group-bys', commits({ groupBys: ['Repository.name'] })],
  [
    'all',
    'a total of humans',
    'group-bys',
    commits({ filters: [{ target: 'Person', attribute: 'isBot', comparison: { 'NOT IN': [true] } }] }),
  ],
  [
    'all',
    'how many people',
    'group-bys',
    commits({ aggregations: [{ target: 'Person', attribute: 'uuid', reducer: 'countDistinct' }] }),
  ],
  ['all', 'a total by team', 'group-bys', commits({ groupBys: ['Person.Team.name'] })],
  ['all', 'the names of people', 'group-bys', { select: ['Person'], ...byPerson }],
  ['all', 'rows of people', 'entities', { select: ['Person'], limit: 5 }],
  ['all', 'rows with who did it', 'entities', commits({ columns: ['Commit.sha', 'Person.name'], limit: 5 })],
  ['all', 'a series', 'time-series', commits({ duration: 'P1Y', timeUnit: 'months' })],
  ['all', 'names to choose', 'facet-options', { select: ['Person'], target: 'Person', attribute: 'name' }],
  ['own', 'filtered to one', 'group-bys', commits({ filters: [own] })],
  ['own', 'filtered to one, by name', 'group-bys', commits({ filters: [own], ...byPerson })],
  ['own', 'a series of one', 'time-series', commits({ filters: [own], duration: 'P1Y', timeUnit: 'months' })],
  ['own', 'rows of one', 'entities', commits({ filters: [own], limit: 5 })],
  ['own', 'reasons for nothing about one', 'empty-reasons', commits({ filters: [own] })],
  [
    'own',
    'without one',
    'group-bys',
    commits({
      filters: [{ target: 'Person', attribute: 'uuid', comparison: { 'NOT IN': [uuidOf('Ann')] } }],
    }),
  ],
  ['own', 'a measure of one', 'group-bys', commits({ aggregations: [{ ...COUNT, filters: [own] }] })],
  ['own', 'of one of people', 'group-bys', { select: ['Person'], filters: [own], aggregations: [COUNT] }],
  ['admin', 'by name', 'group-bys', commits(byPerson)],
  ['admin', 'by name as csv', 'group-bys', commits({ ...byPerson, format: 'csv' })],
  ['admin', 'by name, every row as csv', 'group-bys', commits({ ...byPerson, format: 'csv', whole: true })],
  ['admin', 'by e-mail', 'group-bys', commits({ groupBys: ['Person.email'] })],
  ['admin', 'by uuid', 'group-bys', commits({ groupBys: ['Person.uuid'] })],
  ['admin', 'by committer', 'group-bys', commits({ groupBys: ['Committer.name'] })],
  ['admin', 'by name and repository', 'group-bys', commits({ groupBys: ['Repository.name', 'Person.name'] })],
  ['admin', 'by each address', 'group-bys', commits({ groupBys: ['Person.emails'] })],
  [
    'admin',
    'by one’s name, of another',
    'group-bys',
    commits({ filters: [own], groupBys: ['Committer.name'] }),
  ],
  ['admin', 'of people by name', 'group-bys', { select: ['Person'], ...byPerson, aggregations: [COUNT] }],
  ['admin', 'filtered to another', 'group-bys', commits({ filters: [other] })],
  ['admin', 'filtered to a name', 'group-bys', commits({ filters: [is('Person', 'name', 'Ann')] })],
  [
    'admin',
    'filtered to one or another',
    'group-bys',
    commits({ filters: [is('Person', 'uuid', uuidOf('Ann'), uuidOf('Bob'))] }),
  ],
  [
    'admin',
    'filtered to one or nobody',
    'group-bys',
    commits({ filters: [is('Person', 'uuid', uuidOf('Ann'), null)] }),
  ],
  ['admin', 'filtered to another or more', 'group-bys', commits({ filters: [{ any: [own, other] }] })],
  ['admin', 'a measure of another', 'group-bys', commits({ aggregations: [{ ...COUNT, filters: [other] }] })],
  [
    'admin',
    'a series by person',
    'time-series',
    commits({ ...byPerson, duration: 'P1Y', timeUnit: 'months' }),
  ],
  ['admin', 'rows of another', 'entities', commits({ filters: [other], limit: 5 })],
  [
    'admin',
    'people with counts',
    'facet-options',
    { select: ['Commit'], target: 'Person', attribute: 'name' },
  ],
  ['admin', 'reasons for nothing about another', 'empty-reasons', commits({ filters: [other] })],
  ['admin', 'by a text that names people', 'group-bys', { select: ['Issue'], groupBys: ['Issue.assignee'] }],
  [
    'admin',
    'by a list of names',
    'group-bys',
    { select: ['PullRequest'], groupBys: ['PullRequest.reviewers'] },
  ],
  [
    'admin',
    'filtered to a name in a text',
    'group-bys',
    { select: ['PullRequest'], filters: [is('PullRequest', 'createdBy', 'Bob')] },
  ],
  ['admin', 'daily summaries', 'entities', { select: ['Flow'], limit: 5 }],
  ['admin', 'daily summaries one by one', 'group-bys', { select: ['Flow'], groupBys: ['Flow.uuid'] }],
];

async function statusOf(route: Route, question: object, asking: Asking): Promise<number> {
  const answer = await fixture.post(route, question, await fixture.tokens.headers({ ...asking }));
  const body = await answer.text();
  if (answer.status === 403) expect(body).toContain(LIMITED_MESSAGE);
  return answer.status;
}

describe('where measures of single people are limited', () => {
  it.each(QUESTIONS)('%s may see %s (%s)', async (may, _, route, question) => {
    // The admin comes first, so that an answer is kept that others must not get.
    expect(await statusOf(route, question, ADMIN)).toBe(200);
    expect(await statusOf(route, question, { role: 'user', superuser: true, ...limited })).toBe(200);
    expect(await statusOf(route, question, ANN)).toBe(may === 'admin' ? 403 : 200);
    const bob = { ...ANN, userId: UserId.parse('u-bob') };
    if (may === 'own') expect(await statusOf(route, question, bob)).toBe(403);
    expect(await statusOf(route, question, NOBODY)).toBe(may === 'all' ? 200 : 403);
    expect(await statusOf(route, question, { ...NOBODY, personMeasures: 'everybody' })).toBe(200);
  });

  it('everybody gets the highlights, which are of nobody', async () => {
    const answer = await fixture.post('overview-highlights', {}, await fixture.tokens.headers({ ...NOBODY }));
    expect(answer.status).toBe(200);
  });

  it('every text that names people is known', () => {
    const names =
      /^(assignees?|reporter|reviewers?|author|creator|createdBy|attendees|organizer|owner|lead)$/i;
    const named = CATALOGUE.kinds.flatMap(({ name, attributes }) =>
      attributes.filter((each) => names.test(each.name)).map((each) => `${name}.${each.name}`),
    );
    const known = Object.entries(NAMING).flatMap(([kind, list]) =>
      [...list.keys()].map((name) => `${kind}.${name}`),
    );
    expect(known.toSorted()).toEqual(named.toSorted());
  });
});
