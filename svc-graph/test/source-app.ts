import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { type Claims, silentLog, testTokens } from '@cairn/service-kit/testing';
import { createApp } from '../src/app.ts';
import { CONNECTORS } from '../src/sources/connectors.ts';
import { Jobs } from '../src/sources/jobs.ts';
import { GraphStores, type GraphStoresOptions } from '../src/store/graph-stores.ts';

const acme = OrgId.parse('acme');

/** What a route said. */
interface Told {
  readonly status: number;
  readonly data: unknown;
  readonly text: string;
}

/** svc-graph with an org whose admin calls the routes of sources, which may read the given hosts. */
export async function openSourceApp(hosts: readonly string[], options: GraphStoresOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-sources-'));
  const stores = new GraphStores(folder, options);
  const tokens = await testTokens();
  const log = silentLog();
  const jobs = new Jobs({ stores, log, connectors: CONNECTORS, hosts });
  const app = createApp({
    graphs: stores,
    jobs,
    connectors: CONNECTORS,
    hosts,
    verifier: tokens.verifier,
    log,
  });
  const told = async (answer: Response): Promise<Told> => {
    const text = await answer.text();
    return { status: answer.status, data: (JSON.parse(text) as { data?: unknown }).data, text };
  };
  const pushing = { role: 'admin', apiScope: 'push' } as const;
  return {
    app,
    stores,
    /** The headers of a caller; those of a token that pushes where nothing is said. */
    headers: (claims: Claims = pushing) => tokens.headers(claims),
    /** Sends a message of the push API. */
    push: async (body: unknown, claims: Claims = pushing) =>
      told(
        await app.request('/api/acme/push', {
          method: 'POST',
          headers: await tokens.headers(claims),
          body: JSON.stringify(body),
        }),
      ),
    /** Calls a route of the sources; one with a body is a POST. */
    async call(path: string, body?: object, claims: Claims = { role: 'admin' }): Promise<Told> {
      const answer = await app.request(`/api/${claims.orgId ?? 'acme'}/sources/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: await tokens.headers(claims),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return told(answer);
    },
    /** Sends what a tool tells, and resolves with its answer. */
    message: async (path: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
      app.request(path, { method: 'POST', headers, body }),
    /** Resolves when nothing is read any more. */
    idle: () => jobs.idle(acme),
    rows: async (sql: string) => (await stores.open(acme)).rows<Record<string, unknown>>(sql),
    async close(): Promise<void> {
      await jobs.close();
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  };
}
export type SourceApp = Awaited<ReturnType<typeof openSourceApp>>;
