import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntityDetail, OrgId } from '@cairn/contracts';
import type { OwnAttribute } from '@cairn/entities';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphStores } from '../store/graph-stores.ts';
import { writerOf } from '../store/graph-writer.ts';
import { PUBLISH, loadStatements } from '../store/load.ts';
import { OrgCatalogues } from '../store/org-catalogues.ts';
import { ownAttributeStatements, ownColumns } from '../store/own-attributes.ts';
import { entityDetail } from './detail.ts';

const FIELD = { kind: 'Issue', integration: 'jira', externalId: 'customfield_1' } as const;
const OWN: OwnAttribute[] = [
  { ...FIELD, name: 'customEffort', label: 'Effort', type: 'number', unit: 'hour', definition: 'Guessed.' },
  { ...FIELD, name: 'customMarkets', label: 'Markets', type: 'string[]' },
  { ...FIELD, kind: 'Project', name: 'customOther', label: 'Other', type: 'string' },
];
const ISSUE = '00000000-0000-5000-8000-000000000001';
const ACME = OrgId.parse('acme');

let folder: string;
let graphs: GraphStores;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-own-'));
  graphs = new GraphStores(folder);
  const row = { uuid: ISSUE, name: 'one', deleted: false, customEffort: 2.5, customMarkets: ['Asia'] };
  const load = { table: 'Issue', rows: [row], own: ownColumns(OWN, 'Issue') };
  const store = await graphs.open(ACME);
  await writerOf(store).commit([...ownAttributeStatements(OWN), ...loadStatements(load), PUBLISH]);
});
afterAll(async () => {
  await graphs.close();
  await rm(folder, { recursive: true });
});

it('an entity has the fields of its org’s own, with what they mean', async () => {
  const catalogue = await new OrgCatalogues(graphs).of(ACME);
  const store = await graphs.open(ACME);
  const detail = EntityDetail.parse(
    await entityDetail(store, ACME, ISSUE, { integrations: ['jira'], catalogue, now: Date.now() }),
  );
  expect(detail.properties).toMatchObject({ customEffort: 2.5, customMarkets: ['Asia'] });
  expect(detail.own).toEqual([
    {
      name: 'customEffort',
      label: 'Effort',
      type: 'number',
      unit: 'hour',
      priority: 520,
      definition: 'Guessed.',
    },
    expect.objectContaining({ name: 'customMarkets', label: 'Markets', type: 'string[]' }),
  ]);
});
