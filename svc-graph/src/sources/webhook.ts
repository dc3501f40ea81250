import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, type OrgId, type sourceContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import { type SourceRow, readSources } from '../store/source-row.ts';
import { type Connector, connectorOf } from './connector.ts';
import type { Jobs } from './jobs.ts';
import { readSecrets } from './secrets.ts';

/** Milliseconds between two searches for an unknown source, over all orgs. */
const LOOK_AGAIN = 5_000;

/** The webhook path of a source; undefined when its type takes no messages. */
export const webhookPath = (connector: Connector | undefined, { id, type }: SourceRow): string | undefined =>
  connector?.webhook && `/api/v1/${type}/webhook/${id}`;

/** True when a signature is the HMAC-SHA256 of a body by a secret, both in hexadecimal. */
export function isHmacOf(secret: string, body: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Finds the org of a source, which the webhook path does not name. */
class SourceFinder {
  private readonly stores: GraphStores;
  private readonly orgs = new Map<string, OrgId>();
  private lookedAt = 0;

  constructor(stores: GraphStores) {
    this.stores = stores;
  }

  async find(sourceId: string): Promise<{ orgId: OrgId; source: SourceRow } | undefined> {
    const orgId = this.orgs.get(sourceId) ?? (await this.lookFor(sourceId));
    if (!orgId) return undefined;
    const sources = await readSources(await this.stores.open(orgId));
    const source = sources.find(({ id }) => id === sourceId);
    return source && { orgId, source };
  }

  /** Searches the sources of every org, but not for each of many wrong addresses. */
  private async lookFor(sourceId: string): Promise<OrgId | undefined> {
    if (Date.now() - this.lookedAt < LOOK_AGAIN) return undefined;
    this.lookedAt = Date.now();
    for (const orgId of await this.stores.orgs()) {
      if (!(await this.stores.canOpen(orgId))) continue;
      for (const { id } of await readSources(await this.stores.open(orgId))) this.orgs.set(id, orgId);
    }
    return this.orgs.get(sourceId);
  }
}

/** Receives signed messages of sources, and starts a reading for each. */
export function webhookHandlers({
  stores,
  jobs,
  connectors,
}: {
  readonly stores: GraphStores;
  readonly jobs: Pick<Jobs, 'start'>;
  readonly connectors: readonly Connector[];
}): Pick<Handlers<typeof sourceContract>, 'receiveWebhook'> {
  const finder = new SourceFinder(stores);
  return {
    receiveWebhook: async ({ params: { type, sourceId }, request }) => {
      const { webhook } = connectorOf(connectors, type) ?? {};
      const found = webhook && (await finder.find(sourceId));
      if (!webhook || found?.source.type !== type)
        throw new AppError('not_found', 'No source takes messages here.');
      const { orgId } = found;
      const message = { headers: request.headers, body: await request.text() };
      if (!webhook.isSigned(message, await readSecrets(stores, orgId, sourceId)))
        throw new AppError(
          'unauthenticated',
          'The signature does not fit. Give the sender the secret that the source was added with.',
        );
      jobs.start({ orgId, sourceId, kind: 'ingest', reason: 'message' });
      return { data: { accepted: true } };
    },
  };
}
