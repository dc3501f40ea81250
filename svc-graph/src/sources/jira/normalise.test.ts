import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Graph, ORG, openGraph } from '../../../test/derived-graph.ts';
import type { Row } from '../../store/load.ts';
import { ownAttributeStatements } from '../../store/own-attributes.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { normaliseJira } from './normalise.ts';

const SITE = 'https://one.example.org';
const user = (accountId: string, displayName = accountId) => ({ accountId, displayName });
const status = (id: string, name: string, key: string) => ({ id, name, statusCategory: { key } });
const OPEN = status('1', 'Ready', 'new');
const BUSY = status('2', 'Building', 'indeterminate');
const OVER = status('3', 'Shipped', 'done');

const change = (id: number, created: string, ...items: object[]) => ({
  id,
  author: user('ann', 'Ann'),
  created,
  items,
});
const toStatus = (from: typeof OPEN, to: typeof OPEN) => ({
  field: 'status',
  from: from.id,
  fromString: from.name,
  to: to.id,
  toString: to.name,
});

const ISSUE = {
  id: '10',
  key: 'ONE-1',
  fields: {
    summary: 'Build it',
    description: 'h1. Why',
    issuetype: { name: 'Story', hierarchyLevel: 0 },
    status: OVER,
    priority: { name: 'High' },
    project: { id: '5', key: 'ONE', name: 'One', projectTypeKey: 'software' },
    labels: ['a', 'b'],
    assignee: user('bob', 'Bob'),
    reporter: user('ann', 'Ann'),
    creator: user('ann', 'Ann'),
    created: '2026-03-02T10:00:00.000+0100',
    updated: '2026-03-05T10:00:00.000+0000',
    resolutiondate: '2026-03-05T10:00:00.000+0000',
    customfield_7: 5,
    customfield_8: [{ value: 'red' }, { value: 'blue' }],
    customfield_9: user('bob', 'Bob'),
    customfield_11: [{ id: 3, name: 'Three', state: 'active', startDate: '2026-03-01T00:00:00.000Z' }],
    comment: {
      comments: [
        { id: 1, author: user('bob'), body: 'Is *this* it?', created: '2026-03-03T09:00:00.000+0000' },
      ],
    },
    worklog: {
      worklogs: [
        {
          id: 2,
          author: user('bob'),
          started: '2026-03-03T08:00:00.000+0000',
          created: '2026-03-03T09:00:00.000+0000',
          timeSpentSeconds: 3600,
        },
      ],
    },
    issuelinks: [{ type: { name: 'Blocks', outward: 'blocks' }, inwardIssue: { id: '11' } }],
    fixVersions: [{ id: '4', name: '1.0', released: true, releaseDate: '2026-03-06' }],
  },
  changelog: {
    histories: [
      change(101, '2026-03-05T10:00:00.000+0000', toStatus(BUSY, OVER)),
      change(
        100,
        '2026-03-03T10:00:00.000+0000',
        toStatus(OPEN, BUSY),
        { field: 'assignee', from: 'ann', fromString: 'Ann', to: 'bob', toString: 'Bob' },
        { field: 'Workflow', from: '1', to: '2' },
      ),
      change(99, '2026-03-02T12:00:00.000+0000', { field: 'Sprint', from: '', to: '2', toString: 'Two' }),
      change(102, '2026-03-04T12:00:00.000+0000', {
        field: 'Sprint',
        from: '2',
        to: '2, 3',
        toString: 'Two, Three',
      }),
    ],
  },
};
const FIELDS = [
  { id: 'customfield_7', name: 'Story Points', schema: { type: 'number' } },
  { id: 'customfield_8', name: 'Colours', schema: { type: 'array', items: 'option' } },
  { id: 'customfield_9', name: 'Approver', schema: { type: 'user' } },
  {
    id: 'customfield_11',
    name: 'Sprint',
    schema: { type: 'array', custom: 'com.pyxis.greenhopper.jira:gh-sprint' },
  },
];
const body = (...items: unknown[]) => ({ site: SITE, statuses: [OPEN, BUSY, OVER], fields: FIELDS, items });
const read = (kind: string, payload: unknown) => normaliseJira({ kind, body: payload }, { orgId: ORG });
const rowsIn = (table: string, payload: unknown = body(ISSUE), kind = 'issues'): readonly Row[] =>
  read(kind, payload)
    .loads.filter((load) => load.table === table)
    .flatMap(({ rows }) => rows);
const day = (moment: string) => Date.parse(moment) / 1_000;

describe('an issue of Jira', () => {
  it('fills the columns of an issue, with what its org has beyond them', () => {
    expect(rowsIn('Issue')).toMatchObject([
      {
        issueKey: 'ONE-1',
        title: 'Build it',
        description: '# Why',
        issueType: 'Story',
        priority: 'High',
        status: 'Shipped',
        statusCategory: 'done',
        labels: ['a', 'b'],
        assignee: 'Bob',
        storyPoints: 5,
        createdAt: day('2026-03-02T09:00:00Z'),
        closedAt: day('2026-03-05T10:00:00Z'),
        sourceUrl: 'https://one.example.org/browse/ONE-1',
        customColoursList: ['red', 'blue'],
        customApprover: 'Bob',
      },
    ]);
    expect(read('issues', body(ISSUE)).own?.map(({ label, type }) => [label, type])).toEqual([
      ['Colours', 'string[]'],
      ['Approver', 'string'],
    ]);
  });

  it('tells its history, whose housekeeping is left out', () => {
    const events = rowsIn('Event').map(({ action, newStatus, occurredAt }) => [
      action,
      newStatus,
      occurredAt,
    ]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['created', 'Ready', day('2026-03-02T09:00:00Z')],
        ['sprint_changed', null, day('2026-03-02T12:00:00Z')],
        ['status_changed', 'Building', day('2026-03-03T10:00:00Z')],
        ['assigned', null, day('2026-03-03T10:00:00Z')],
        ['status_changed', 'Shipped', day('2026-03-05T10:00:00Z')],
        ['commented', null, day('2026-03-03T09:00:00Z')],
        ['logged_work', null, day('2026-03-03T09:00:00Z')],
      ]),
    );
    expect(events.map(([action]) => action)).not.toContain('edited');
  });

  it('says from when until when somebody had it, and it was in a sprint', () => {
    const dated = rowsIn('Relation').filter(({ since }) => since !== undefined);
    expect(dated.map(({ relation, since, until }) => [relation, since, until])).toEqual([
      ['assignee', day('2026-03-02T09:00:00Z'), day('2026-03-03T10:00:00Z')],
      ['assignee', day('2026-03-03T10:00:00Z'), null],
      ['inSprint', day('2026-03-02T12:00:00Z'), null],
      ['inSprint', day('2026-03-04T12:00:00Z'), null],
    ]);
  });

  it('is another one at another site, however alike their keys and ids', () => {
    const uuids = [SITE, 'https://two.example.org', 'https://one.example.org/jira'].map(
      (site) => rowsIn('Issue', { ...body(ISSUE), site })[0]?.['uuid'],
    );
    expect(new Set(uuids).size).toBe(3);
  });

  it('reads a history that came apart from it as one that came with it', () => {
    const { changelog, ...bare } = ISSUE;
    const apart = { ...body(bare), changelogs: [{ issueId: '10', changeHistories: changelog.histories }] };
    expect(read('issues', apart)).toEqual(read('issues', body(ISSUE)));
  });

  it('is an epic by its level, and under one by its parent', () => {
    const epic = { id: '9', key: 'ONE-0', fields: { summary: 'All', issuetype: { hierarchyLevel: 1 } } };
    const child = { ...ISSUE, fields: { ...ISSUE.fields, parent: epic } };
    const made = {
      ...ISSUE,
      id: '9',
      fields: { ...ISSUE.fields, issuetype: { name: '长篇故事', hierarchyLevel: 1 } },
    };
    const [first, second] = rowsIn('Issue', body(child, made));
    expect(first).toMatchObject({ epic: 'ONE-0', epicTitle: 'All', epicUuid: second?.['uuid'] });
    expect(second).toMatchObject({ issueType: 'Epic', sourceIssueType: '长篇故事', epic: null });
  });
});

describe('what is unknown or broken', () => {
  it('is named, and brings no row', () => {
    expect(read('nonsense', body())).toEqual({ loads: [], ignored: ['nonsense'] });
    expect(read('issues', { site: 'ftp://x' }).ignored).toEqual(['issues']);
    expect(read('issues', body({}, null, 7)).ignored).toEqual(['issue', 'issue', 'issue']);
    expect(read('messages', body({ webhookEvent: 'board_created' })).ignored).toEqual(['board_created']);
  });

  it('never stops a reading', () => {
    const kinds = fc.constantFrom(
      'issues',
      'messages',
      'sprints',
      'projects',
      'versions',
      'users',
      'worklogs',
      'odd',
    );
    const spoilt = fc.dictionary(fc.constantFrom(...Object.keys(ISSUE.fields)), fc.jsonValue());
    const issue = spoilt.map((fields) => ({ ...ISSUE, fields: { ...ISSUE.fields, ...fields } }));
    fc.assert(
      fc.property(kinds, fc.array(fc.oneof(fc.jsonValue(), issue)), (kind, items) =>
        Array.isArray(read(kind, body(...items)).ignored),
      ),
    );
  });

  it('finds the fields of an old sprint in its text', () => {
    const text =
      'com.atlassian.greenhopper.service.sprint.Sprint@1f[id=37,rapidViewId=8,state=CLOSED,name=A, B,startDate=2026-03-01T10:00:00.000Z,endDate=<null>]';
    const old = { ...ISSUE, fields: { ...ISSUE.fields, customfield_11: [text] } };
    expect(rowsIn('Sprint', body(old))).toMatchObject([
      { name: 'A, B', state: 'closed', statusCategory: 'done' },
    ]);
  });
});

describe('rows of Jira in the graph of an org', () => {
  let graph: Graph;
  beforeEach(async () => {
    graph = await openGraph();
  });
  afterEach(() => {
    graph.close();
  });

  async function publish(...items: unknown[]): Promise<void> {
    const { loads, own = [] } = read('issues', body(...items));
    await writerOf(graph.store).commit(ownAttributeStatements(own));
    await graph.publish(...loads);
  }
  const TABLES = [
    'Issue',
    'IssueComment',
    'Worklog',
    'Sprint',
    'Project',
    'Release',
    'Person',
    'TimeInStatus',
  ];
  const everything = async () => {
    const rows = [
      ...TABLES.map((table) => `SELECT * FROM "${table}" ORDER BY uuid`),
      'SELECT * FROM "Event" ORDER BY uuid',
      'SELECT * FROM "Relation" ORDER BY ALL',
    ];
    return Promise.all(rows.map((sql) => graph.store.rows(sql)));
  };

  it('give the time that it spent in each status', async () => {
    await publish(ISSUE);
    expect(
      await graph.store.rows(
        'SELECT status, category, "clockSeconds"::INTEGER AS clock FROM "TimeInStatus" ORDER BY "enteredAt"',
      ),
    ).toEqual([
      { status: 'Ready', category: 'todo', clock: 25 * 3_600 },
      { status: 'Building', category: 'inProgress', clock: 48 * 3_600 },
      { status: 'Shipped', category: 'done', clock: null },
    ]);
  });

  it('change nothing when they come twice, or an older page after a newer one', async () => {
    await publish(ISSUE);
    const once = await everything();
    await publish(ISSUE);
    expect(await everything()).toEqual(once);
    const older = { ...ISSUE.fields, summary: 'Former', updated: '2026-03-04T10:00:00.000+0000' };
    await publish({ ...ISSUE, fields: older });
    expect(await graph.row('SELECT title FROM "Issue"')).toEqual({ title: 'Build it' });
  });

  it('leave with a message that the issue is gone', async () => {
    await publish(ISSUE);
    const gone = read('messages', body({ webhookEvent: 'jira:issue_deleted', issue: ISSUE }));
    expect(gone.ignored).toEqual([]);
    await graph.publish(...gone.loads);
    expect(await graph.row('SELECT deleted FROM "Issue"')).toEqual({ deleted: true });
  });
});
