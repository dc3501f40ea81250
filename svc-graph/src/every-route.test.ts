import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  calendarContract,
  entityContract,
  entityFileContract,
  entitySearchContract,
  identityContract,
  queryContract,
  sourceContract,
  resourceCategoryContract,
  statusContract,
} from '@cairn/contracts';
import { deliveryRuleContract } from '@cairn/contracts/delivery-rules';
import { graphBackupContract, graphSecretsContract } from '@cairn/contracts/internal';
import { feedContract } from '@cairn/contracts/feed';
import { entityNameContract } from '@cairn/contracts/entity-names';
import { pushContract } from '@cairn/contracts/push';
import { sourcePayloadContract } from '@cairn/contracts/source-payloads';
import { sourceOfferContract } from '@cairn/contracts/source-offers';
import { sourceInstallContract } from '@cairn/contracts/source-installs';
import { sourcePreviewContract } from '@cairn/contracts/source-preview';
import { sourceRunContract } from '@cairn/contracts/source-runs';
import { teamContract } from '@cairn/contracts/teams';
import { entityStoryContract } from '@cairn/contracts/story';
import { webhookContract } from '@cairn/contracts/webhooks';
import { refusalsOf } from '@cairn/service-kit/refusals';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { CONNECTORS } from './sources/connectors.ts';
import { Jobs } from './sources/jobs.ts';
import { GraphStores } from './store/graph-stores.ts';

const tokens = await testTokens();
let folder: string;
let stores: GraphStores;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-routes-'));
  stores = new GraphStores(folder);
  const log = silentLog();
  const connectors = CONNECTORS;
  const jobs = new Jobs({ stores, log, connectors });
  app = createApp({
    graphs: stores,
    jobs,
    connectors,
    verifier: tokens.verifier,
    internalSecret: 'a secret of the tests, 32 characters and more',
    log,
  });
});
afterAll(async () => {
  await stores.close();
  await rm(folder, { recursive: true });
});

// Whoever signs may send a message, which `webhooks.test.ts` tries.
const { receiveWebhook: _, ...webhookRoutes } = webhookContract;
// Likewise, and anybody may be led back, which `github/app.test.ts` tries.
const { receiveAppWebhook: __, endInstall: ___, ...installRoutes } = sourceInstallContract;
const contract = {
  ...queryContract,
  ...entityContract,
  ...entityStoryContract,
  ...feedContract,
  ...teamContract,
  ...sourceRunContract,
  ...sourcePreviewContract,
  ...sourceOfferContract,
  ...sourcePayloadContract,
  ...sourceContract,
  ...webhookRoutes,
  ...pushContract,
  ...installRoutes,
  ...calendarContract,
  ...identityContract,
  ...statusContract,
  ...deliveryRuleContract,
  ...resourceCategoryContract,
  ...graphBackupContract,
  ...graphSecretsContract,
  ...entitySearchContract,
  ...entityNameContract,
  ...entityFileContract,
};
const cases = refusalsOf(contract, {
  headersOf: ({ role, org, scope }) =>
    tokens.headers({ role, orgId: org === 'own' ? 'acme' : 'other', ...(scope ? { apiScope: scope } : {}) }),
  params: { orgId: 'acme' },
});

describe('every route of the graph', () => {
  it('is among those that are tried', () => {
    expect(new Set(cases.map(({ route }) => route))).toEqual(new Set(Object.keys(contract)));
  });

  it.each(Object.keys(contract))('%s refuses whom and what it must', async (name) => {
    for (const { why, path, method, body, headers, codes } of cases.filter(({ route }) => route === name)) {
      const answer = await app.request(path, {
        method,
        headers: await headers(),
        ...(body === undefined ? {} : { body }),
      });
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(codes, `${method} ${path}, ${why}: ${error.message}`).toContain(error.code);
    }
  });

  it('leaves no trace of an org that was not let in', async () => {
    expect(await stores.orgs()).toEqual([]);
  });
});
