import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHARTS } from '../test/figures/charts.ts';
import { DELIVERY_FIGURES } from '../test/figures/delivery.ts';
import { ISSUE_FIGURES } from '../test/figures/issues.ts';
import { EVERY_RELATION, shownRelations } from '../test/figures/relations.ts';
import { SPRINT_FIGURES } from '../test/figures/sprints.ts';
import { NOW } from '../test/figures/figure.ts';
import { PEOPLE_FIGURES } from '../test/figures/people.ts';
import { STAGE_FIGURES } from '../test/figures/stages.ts';
import { type EntityService, entityService } from '../../../svc-graph/test/entity-service.ts';
import { ingestSimulated } from '../../../svc-graph/src/sources/simulated/ingest.ts';

const UNTIL = Date.UTC(2026, 2, 20);
const RECIPE = { seed: 3, events: 6_000, from: UNTIL / 1_000 - 100 * 86_400, to: UNTIL / 1_000 };

let service: EntityService;
beforeAll(async () => {
  service = await entityService(() => NOW * 1_000);
  await service.read('simulated', RECIPE, ingestSimulated);
});
afterAll(() => service.close());

describe('the pages of the simulated company draw what SQL counts:', () => {
  it.each(
    [
      ...CHARTS,
      ...DELIVERY_FIGURES,
      ...ISSUE_FIGURES,
      ...PEOPLE_FIGURES,
      ...SPRINT_FIGURES,
      ...STAGE_FIGURES,
    ].map((figure) => [figure.what, figure] as const),
  )('%s', async (_, figure) => {
    const uuids = (await service.sql(figure.of)).map(String);
    const counted = [];
    for (const uuid of uuids) {
      const expected = await figure.counted(uuid, service);
      expect(await figure.shown(await service.detail(uuid), service), uuid).toEqual(expected);
      counted.push(expected);
    }
    // An answer of nothing would prove nothing.
    expect(JSON.stringify(counted)).toMatch(/[1-9]|[A-Z][a-z]/);
  });
});

it('every relation of the catalogue that has rows reaches the page of an entity that has most', async () => {
  const details = new Map<string, ReturnType<EntityService['detail']>>();
  const read = (uuid: string) => {
    const detail = details.get(uuid) ?? service.detail(uuid);
    details.set(uuid, detail);
    return detail;
  };
  const walked = await Promise.all(
    EVERY_RELATION.map(async ({ kind, name, most }) => {
      const [found] = await service.store.rows<{ uuid: string; total: number }>(most, []);
      if (!found) return false;
      const entity = await read(found.uuid);
      const told = entity.relations.find((relation) => relation.name === name);
      const isShown = shownRelations(entity).has(name);
      expect([told?.total, isShown], `${kind}.${name}`).toEqual([found.total, true]);
      return true;
    }),
  );
  expect(walked.filter(Boolean).length).toBeGreaterThan(100);
});
