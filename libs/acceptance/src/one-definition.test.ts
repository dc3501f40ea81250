import { Highlights } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { DELIVERY } from '@cairn/query';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METRIC } from '../../../mfe-entity/src/charts/chart-spec.ts';
import { chartsOf } from '../../../mfe-entity/src/charts/charts-of.ts';
import { DORA } from '../../../mfe-entity/src/kinds/repository/repository-page.ts';
import { isShare, shareQuery } from '../../../mfe-entity/src/sections/share-card.tsx';
import { createLexicon } from '../../../svc-chat/src/ask/planner/lexicon.ts';
import { planFor, type AskCall } from '../../../svc-chat/src/ask/routes.ts';
import { ingestSimulated } from '../../../svc-graph/src/sources/simulated/ingest.ts';
import { type EntityService, entityService, FIGURES_ORG } from '../../../svc-graph/test/entity-service.ts';
import { drawnRows, NOW } from '../test/figures/figure.ts';

const UNTIL = Date.UTC(2026, 2, 20);
const RECIPE = { seed: 3, events: 6_000, from: UNTIL / 1_000 - 100 * 86_400, to: UNTIL / 1_000 };
/** The last 90 days, from the day that they begin with. */
const SINCE = `TIMESTAMP '2025-12-24'`;

let service: EntityService;
beforeAll(async () => {
  service = await entityService(() => NOW * 1_000);
  await service.read('simulated', RECIPE, ingestSimulated);
});
afterAll(() => service.close());

const call = {
  caller: { orgId: FIGURES_ORG, firstDay: 1 },
  request: new Request('http://cairn.test'),
  log: silentLog(),
  input: { timezone: 'UTC' },
} as unknown as AskCall;
const plan = planFor(
  {
    lexicon: createLexicon(CATALOGUE),
    values: null,
    names: null,
    provided: null,
    now: () => new Date(NOW * 1_000),
  },
  call,
);

/** The rows that a question in words is answered with. */
async function asked(text: string): Promise<Record<string, unknown>[]> {
  const { query, ignored } = await plan(text);
  expect(ignored, text).toEqual([]);
  const { orgId: _, ...rest } = query;
  return (await service.query('group-bys', rest)).data;
}
const lastFigure = (row: Record<string, unknown> | undefined) => Number(Object.values(row ?? {}).at(-1));

/** The figure of a tile of Home in the last 90 days. */
async function tile(key: string): Promise<number | null> {
  const answer = await service.call('graph-search/overview-highlights', {
    duration: 'P90D',
    timezone: 'UTC',
  });
  return Highlights.parse(answer).data.find((each) => each.key === key)?.value ?? null;
}

/** The figures of a card of the page of each repository, by its name. */
async function cards(label: string): Promise<Map<string, number[]>> {
  const spec = DORA.find(({ title }) => title === label);
  if (!spec) throw new Error(`no card is called ${label}`);
  const rows = await service.store.rows<{ uuid: string; name: string }>(
    'SELECT uuid::VARCHAR AS uuid, name FROM "Repository"',
    [],
  );
  const figures = await Promise.all(
    rows.map(async ({ uuid, name }): Promise<[string, number[]]> => {
      const [chart] = chartsOf(await service.detail(uuid), [spec], 'UTC');
      if (!chart) return [name, []];
      const query = isShare(spec) ? shareQuery(chart.query, spec.share) : chart.query;
      const [row = {}] = await drawnRows(service, query, METRIC);
      const values = Object.entries(row).filter(
        ([key]) => /^(?:median|count)\(/.test(key) && !key.includes('#'),
      );
      return [name, values.map(([, value]) => Number(value))];
    }),
  );
  return new Map(figures);
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('a word for delivery means the same everywhere:', () => {
  it('deployments are those that succeeded in production', async () => {
    const [counted] = await service.sql(`SELECT count(*)::INTEGER FROM "CicdPipeline" WHERE "isDeployment"
      AND environment = 'production' AND result = 'success' AND NOT deleted AND "finishedAt" >= ${SINCE}`);
    expect(counted).toBeGreaterThan(10);
    expect(await tile('deployments')).toBe(counted);
    for (const text of ['deployments', 'deployment frequency', 'number of deployments to production'])
      expect(lastFigure((await asked(`${text} in the last 90 days`))[0]), text).toBe(counted);
    expect(sum([...(await cards('Deployments')).values()].flat())).toBe(counted);
  });

  it('commit to merge is the time from the first commit, of what was merged then', async () => {
    const [median] = await service.sql(
      `SELECT median("clockCommitLeadTime")::DOUBLE FROM "PullRequest" WHERE "mergedAt" >= ${SINCE} AND NOT deleted`,
    );
    expect(median).toBeGreaterThan(0);
    expect(await tile('commit-to-merge')).toBe(median);
    expect(lastFigure((await asked('median commit to merge in the last 90 days'))[0])).toBe(median);
    expect(DELIVERY.commitToMerge.label).toBe('Median time, commit to merge');
  });

  it('the lead time for changes is that of a repository’s page', async () => {
    const rows = await asked('lead time for changes by repository in the last 90 days');
    const shown = await cards('Lead time for changes');
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(shown.get(String(row['Repository.name']))).toEqual([lastFigure(row)]);
  });

  it('the change failure rate is that of a repository’s page', async () => {
    const rows = await asked('change failure rate by repository in the last 90 days');
    const shown = await cards('Change failure rate');
    const rates = rows.map(lastFigure);
    expect(sum(rates)).toBeGreaterThan(0);
    for (const row of rows) {
      const [all = 0, failed = 0] = shown.get(String(row['Repository.name'])) ?? [];
      expect(failed / all, String(row['Repository.name'])).toBeCloseTo(lastFigure(row), 12);
    }
  });
});
