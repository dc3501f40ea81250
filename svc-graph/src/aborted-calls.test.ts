import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, type Route, pathOf } from '@cairn/contracts';
import { SERVICES } from '@cairn/contracts/services';
import { faultsOfAborts } from '@cairn/service-kit/aborts';
import { headersOf } from '@cairn/service-kit/matrix';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_INPUTS, SOURCE, TRIED_ROUTES } from '../test/access-matrix.ts';
import { id } from '../test/derived-graph.ts';
import { plantedConnector } from '../test/planted-source.ts';
import { ACME, fill } from '../test/search-fixture.ts';
import { STORY } from '../test/story-graph.ts';
import { createApp } from './app.ts';
import { Jobs } from './sources/jobs.ts';
import { GraphStores } from './store/graph-stores.ts';
import { writerOf } from './store/graph-writer.ts';
import { PUBLISH, loadStatements } from './store/load.ts';
import { NEW_SOURCE, addSource } from './store/source-row.ts';

const contract: Contract = Object.assign({}, ...SERVICES.graph.contracts);
const SECRET = 'a secret of the tests, 32 characters and more';
const tokens = await testTokens();
let folder: string;
let stores: GraphStores;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-aborts-'));
  stores = new GraphStores(folder);
  const store = await stores.open(ACME);
  await fill(store);
  await writerOf(store).commit([...STORY.flatMap(loadStatements), PUBLISH]);
  await addSource(store, {
    id: SOURCE,
    type: plantedConnector.type,
    settings: {},
    name: 'Tracker',
    state: NEW_SOURCE,
  });
  const [log, connectors] = [silentLog(), [plantedConnector]];
  const jobs = new Jobs({ stores, log, connectors });
  // What is queued stays queued.
  await jobs.close();
  const { verifier } = tokens;
  app = createApp({ graphs: stores, jobs, connectors, verifier, internalSecret: SECRET, log });
});
afterAll(async () => {
  await stores.close();
  rmSync(folder, { recursive: true });
});

/** What a route is called with; those about an entity also for entities that much hangs on. */
function inputsOf(name: string): object[] {
  const usual = TRIED_ROUTES[name]?.input ?? {};
  if (!(name in ENTITY_INPUTS)) return [usual];
  return [usual, ...['#7', 'APP-1', 'v1'].map((entity) => ({ ...usual, entityUuid: id(entity) }))];
}

describe('a caller who leaves early', () => {
  it.each(Object.entries<Route>(contract))('leaves nothing behind at %s', async (name, route) => {
    const path = pathOf(route, { orgId: ACME, sourceId: SOURCE, type: plantedConnector.type });
    for (const input of inputsOf(name)) {
      const init = async () => ({
        method: route.method,
        headers: { ...(await headersOf(tokens, 'superuser')), 'x-cairn-internal': SECRET },
        ...(route.method === 'GET' ? {} : { body: JSON.stringify(input) }),
      });
      expect(await faultsOfAborts(app, { path, init })).toEqual([]);
    }
  });
});
