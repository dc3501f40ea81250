import { OrgId, queryContract } from '@cairn/contracts';
import type { OwnAttribute } from '@cairn/entities';
import { Query, rowsBehind } from '@cairn/query';
import type { GroupBy, QueryInput } from '@cairn/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphStore } from '../../store/graph-store.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { PUBLISH, loadStatements } from '../../store/load.ts';
import type { Row } from '../../store/load.ts';
import { ownAttributeStatements, ownColumns } from '../../store/own-attributes.ts';
import { HOSTILE, searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

const FIELD = { kind: 'Issue', integration: 'jira', externalId: 'customfield_1' } as const;
const OWN: OwnAttribute[] = [
  { ...FIELD, name: 'customImpact', label: 'Impact', type: 'string' },
  { ...FIELD, name: 'customRisk', label: 'Risk', type: 'number' },
  { ...FIELD, name: 'customMarkets', label: 'Markets', type: 'string[]' },
  { ...FIELD, name: 'customDue', label: 'Due', type: 'date' },
  { ...FIELD, name: 'customSeenAt', label: 'Seen at', type: 'datetime' },
  { ...FIELD, name: 'customVendorUuid', label: 'Vendor Uuid', type: 'string' },
];
const SECRET = `${HOSTILE}field`;
const THEIRS: OwnAttribute[] = [
  { ...FIELD, name: 'customRisk', label: SECRET, type: 'string' },
  { ...FIELD, name: 'customHidden', label: SECRET, type: 'string' },
];

const at = (day: number) => Date.UTC(2024, 5, day) / 1_000;
const issue = (name: string, day: number, own: Row): Row => ({
  uuid: uuidOf(name),
  name,
  title: name,
  deleted: false,
  createdAt: at(day),
  updatedAt: at(day),
  ...own,
});

async function add(graph: GraphStore, attributes: readonly OwnAttribute[], rows: readonly Row[]) {
  const load = { table: 'Issue', rows, own: ownColumns(attributes, 'Issue') };
  await writerOf(graph).commit([...ownAttributeStatements(attributes), ...loadStatements(load), PUBLISH]);
}

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture({ integrations: async () => ['jira'] });
  // Asked before the attribute exists, so that the catalogue must be read again afterwards.
  expect((await fixture.post('entities', { select: ['Issue'], columns: ['customRisk'] })).status).toBe(400);
  await add(fixture.graph, OWN, [
    issue('one', 1, {
      customImpact: 'Severe',
      customVendorUuid: 'V-17',
      customRisk: 2.5,
      customMarkets: ['Asia', 'Europe'],
      customDue: '2024-07-01',
      customSeenAt: at(3),
    }),
    issue('two', 2, {
      customImpact: 'None',
      customRisk: 8,
      customMarkets: ['Asia'],
      customDue: '2024-08-01',
      customSeenAt: at(9),
    }),
    issue('three', 3, {
      customImpact: null,
      customRisk: null,
      customMarkets: null,
      customDue: null,
      customSeenAt: null,
    }),
  ]);
  const rows = [issue('theirs', 1, { customRisk: SECRET, customHidden: SECRET })];
  await add(await fixture.graphs.open(OrgId.parse('hostile')), THEIRS, rows);
});
afterAll(() => fixture.close());

const answer = async (route: 'group-bys' | 'entities', query: QueryInput) =>
  (await fixture.ask(route, { select: ['Issue'], ...query })).data;

describe('an attribute of an org’s own', () => {
  it('is a column, with its type and label, and orders rows', async () => {
    const { data, columns } = await fixture.ask('entities', {
      select: ['Issue'],
      columns: ['Issue.customImpact', 'customRisk', 'customMarkets', 'customDue', 'customSeenAt'],
      order: [{ by: 'customRisk', direction: 'descending' }],
    });
    expect(data.map((row) => row['Issue.customRisk'])).toEqual([8, 2.5, null]);
    expect(data[1]).toMatchObject({
      'Issue.customImpact': 'Severe',
      'Issue.customMarkets': ['Asia', 'Europe'],
      'Issue.customDue': '2024-07-01',
      'Issue.customSeenAt': '2024-06-03T00:00:00Z',
    });
    expect(columns.map(({ label, type }) => [label, type])).toContainEqual(['Risk', 'number']);
  });

  it('is a text where the org says so, whatever it is called', async () => {
    const rows = await answer('entities', {
      columns: ['customVendorUuid'],
      filters: [{ target: 'Issue', attribute: 'customVendorUuid', comparison: { IN: ['V-17'] } }],
    });
    expect(rows.map((row) => row['Issue.customVendorUuid'])).toEqual(['V-17']);
    const groups = await answer('group-bys', { groupBys: ['Issue.customVendorUuid'], search: 'v-17' });
    expect(groups.map((row) => row['Issue.customVendorUuid'])).toEqual(['V-17']);
  });

  it('filters by every operator of its type', async () => {
    const names = async (attribute: string, comparison: object) => {
      const filters = [{ target: 'Issue', attribute, comparison }] as QueryInput['filters'];
      const rows = await answer('entities', { columns: ['name'], ...(filters ? { filters } : {}) });
      return rows.map((row) => row['Issue.name']).toSorted();
    };
    expect(await names('customImpact', { IN: ['Severe'] })).toEqual(['one']);
    expect(await names('customImpact', { 'NOT IN': ['Severe'] })).toEqual(['three', 'two']);
    expect(await names('customRisk', { WITHIN: [2, 3] })).toEqual(['one']);
    expect(await names('customMarkets', { IN: ['Asia'] })).toEqual(['one', 'two']);
    expect(await names('customSeenAt', { WITHIN: ['2024-06-08', '2024-06-10'] })).toEqual(['two']);
  });

  it('groups, also by its elements and through a relation, and is measured', async () => {
    const measures = [{ target: 'Issue', attribute: 'customRisk', reducer: 'avg' as const }];
    const byMarket = await answer('group-bys', { groupBys: ['Issue.customMarkets'], aggregations: measures });
    expect(byMarket.map((row) => [row['Issue.customMarkets'], row['avg(Issue.customRisk)']])).toEqual(
      expect.arrayContaining([
        ['Asia', 5.25],
        ['Europe', 2.5],
      ]),
    );
    await fixture.graph.run(
      `INSERT INTO "Event" (uuid, "occurredAt", "entityType", "issueUuid") VALUES (uuid(), TIMESTAMP '2024-06-05', 'Issue', '${uuidOf('one')}')`,
    );
    const far = await fixture.ask('group-bys', { select: ['Event'], groupBys: ['Issue.customImpact'] });
    expect(far.data.map((row) => row['Issue.customImpact'])).toContain('Severe');
  });

  it('is drilled into by the elements of a list as the catalogue’s own lists are', async () => {
    const asked = Query.parse({
      select: ['Issue'],
      groupBys: ['Issue.customMarkets'],
      filters: [{ target: 'Issue', attribute: 'customMarkets', comparison: { 'NOT IN': ['Europe'] } }],
    });
    const cells = await answer('group-bys', asked);
    expect(cells.map((row) => row['Issue.customMarkets'])).toEqual(['Asia', null]);
    for (const row of cells) {
      const chosen = [{ group: asked.groupBys[0] as GroupBy, value: row['Issue.customMarkets'] as string }];
      const behind = rowsBehind(asked, chosen);
      expect(await answer('entities', { ...behind, columns: ['name'] })).toHaveLength(
        row['count(Issue.uuid)'] as number,
      );
    }
  });

  it('has values to choose from, and stands in the configuration as the org’s own', async () => {
    const { data } = await fixture.facets({ select: ['Issue'], target: 'Issue', attribute: 'customImpact' });
    expect(data.map(({ value }) => value).toSorted()).toEqual(['None', 'Severe', null]);
    const headers = await fixture.tokens.headers();
    const answer = await fixture.app.request('/api/acme/graph-search/configuration', { headers });
    const { kinds } = queryContract.configuration.output.parse(await answer.json());
    const own = kinds.flatMap((kind) =>
      kind.attributes.filter((each) => each.own).map(({ name, type }) => [kind.name, name, type]),
    );
    expect(own).toEqual(
      OWN.map(({ name, type }) => ['Issue', name, type]).toSorted((a, b) =>
        String(a[1]).localeCompare(String(b[1])),
      ),
    );
  });

  it('is in every format', async () => {
    const query = {
      select: ['Issue'],
      columns: ['customRisk'],
      filters: [{ target: 'Issue', attribute: 'customRisk', comparison: { IN: [8] } }],
    };
    const csv = await (await fixture.post('entities', { ...query, format: 'csv' })).text();
    expect(csv).toBe(`uuid,Issue.customRisk\r\n${uuidOf('two')},8\r\n`);
    expect((await fixture.post('entities', { ...query, format: 'arrow' })).status).toBe(200);
  });
});

describe('an attribute of another org', () => {
  const asks: [string, object][] = [
    ['entities', { select: ['Issue'], columns: ['customHidden'] }],
    ['entities', { select: ['Issue'], order: [{ by: 'customHidden', direction: 'ascending' }] }],
    ['group-bys', { select: ['Issue'], groupBys: ['Issue.customHidden'] }],
    [
      'group-bys',
      { select: ['Issue'], aggregations: [{ target: 'Issue', attribute: 'customHidden', reducer: 'count' }] },
    ],
    ['time-series', { select: ['Issue'], groupBys: ['Issue.customHidden'] }],
    [
      'entities',
      {
        select: ['Issue'],
        filters: [{ target: 'Issue', attribute: 'customHidden', comparison: { IN: ['x'] } }],
      },
    ],
    ['facet-options', { select: ['Issue'], target: 'Issue', attribute: 'customHidden' }],
    [
      'empty-reasons',
      {
        select: ['Issue'],
        filters: [{ target: 'Issue', attribute: 'customHidden', comparison: { IN: ['x'] } }],
      },
    ],
  ];

  it.each(asks)('%s %j does not know it', async (path, body) => {
    const refused = await fixture.post(path, body);
    const text = await refused.text();
    expect([refused.status, JSON.parse(text)]).toMatchObject([400, { error: { code: 'unknown_attribute' } }]);
    expect(text).not.toContain(HOSTILE);
  });

  it('of the same name is another one', async () => {
    const headers = await fixture.tokens.headers({ orgId: 'hostile' });
    const body = JSON.stringify({ select: ['Issue'], columns: ['customRisk'], format: 'json' });
    const theirs = await fixture.app.request('/api/hostile/graph-search/entities', {
      method: 'POST',
      headers,
      body,
    });
    const { data } = queryContract.entities.output.parse(await theirs.json());
    expect(data.map((row) => row['Issue.customRisk'])).toEqual([SECRET]);
    const own = await answer('entities', { columns: ['customRisk'] });
    expect(own.map((row) => row['Issue.customRisk']).every((value) => typeof value !== 'string')).toBe(true);
  });
});

describe('a name that is none', () => {
  it('never reaches a statement', () => {
    for (const name of ['customA"; DROP TABLE "Issue', 'risk', 'custom', 'customé', 'custom a']) {
      expect(() => ownAttributeStatements([{ ...FIELD, name, label: 'x', type: 'string' }]), name).toThrow();
    }
  });
});
