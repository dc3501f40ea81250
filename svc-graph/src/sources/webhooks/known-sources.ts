import { randomBytes } from 'node:crypto';
import type { OrgId } from '@cairn/contracts';
import { MOST_SECRETS } from '@cairn/contracts/webhooks';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import type { GraphStores } from '../../store/graph-stores.ts';
import { type SourceRow, readSources } from '../../store/source-row.ts';
import type { WebhookMessage } from '../connector.ts';
import { type Connector, connectorOf } from '../connector.ts';
import { readWebhookSecrets } from '../secrets.ts';

/** Milliseconds between two searches after refused messages, over all orgs. */
const LOOK_AGAIN = 5_000;

/** A source that takes messages. */
export interface KnownSource {
  readonly orgId: OrgId;
  readonly source: SourceRow;
  readonly connector: Connector;
}

interface Kept extends KnownSource {
  readonly secrets: readonly string[];
}

/** Stands in for the secrets that a source lacks, so that every refusal takes the same time. */
const NOBODYS = randomBytes(32).toString('hex');

/** True when a secret fits, after as many signatures as a source may have secrets. */
function isSigned(
  kept: Kept | undefined,
  connectors: readonly Connector[],
  message: WebhookMessage,
): boolean {
  const webhook = (kept?.connector ?? connectors.find((each) => each.webhook))?.webhook;
  if (!webhook) return false;
  let fits = false;
  for (let at = 0; at < MOST_SECRETS; at += 1) {
    const secret = kept?.secrets[at];
    const signed = webhook.isSigned(message, secret ?? NOBODYS);
    fits ||= signed && secret !== undefined;
  }
  const isOpen = kept !== undefined && kept.secrets.length === 0 && webhook.takesUnsigned === true;
  return fits || isOpen;
}

/**
 * The sources that take messages, by their ids, with their secrets in memory. What changes one of them calls
 * `forget`. A message that is refused has them looked up again, whether its address exists or not.
 */
export class KnownSources {
  private readonly stores: GraphStores;
  private readonly connectors: readonly Connector[];
  private readonly kept = new Map<string, Kept>();
  private readonly refusals = new Map<string, { count: number; lastAt: number }>();
  private lookedAt = -Infinity;
  /** How many orgs this process had taken over at the last look. */
  private taken = 0;
  private looking: Promise<void> | undefined;

  constructor(stores: GraphStores, connectors: readonly Connector[]) {
    this.stores = stores;
    this.connectors = connectors;
  }

  /** The source at an address whose secret signed a message; undefined for any other message. */
  async signer(
    { type, sourceId }: { readonly type: string; readonly sourceId: string },
    message: WebhookMessage,
  ): Promise<KnownSource | undefined> {
    const find = () => {
      const kept = this.kept.get(sourceId);
      const known = kept?.source.type === type ? kept : undefined;
      return isSigned(known, this.connectors, message) ? known : undefined;
    };
    const found = find();
    if (found) return found;
    await this.lookAgain();
    const later = find();
    if (!later) this.count(sourceId);
    return later;
  }

  /** The sources of an installation of an app, in whichever orgs; looked up again where none is known. */
  async ofInstallation(type: string, installation: string): Promise<KnownSource[]> {
    const find = () =>
      [...this.kept.values()].filter(
        ({ source, connector }) =>
          source.type === type &&
          connector.install &&
          source.settings[connector.install.setting] === installation,
      );
    const found = find();
    if (found.length > 0 && this.lookedAt > -Infinity && this.taken === this.stores.taken) return found;
    await this.lookAgain();
    return find();
  }

  /** Messages to a source that were refused since the process started. */
  refused(sourceId: string): { count: number; lastAt: number } | null {
    return this.refusals.get(sourceId) ?? null;
  }

  /** Has a source looked up again, because it or its secrets changed. */
  forget(sourceId: string): void {
    this.kept.delete(sourceId);
    this.lookedAt = -Infinity;
  }

  private count(sourceId: string): void {
    // Of an address that does not exist nothing is kept, so that nobody fills the memory.
    if (!this.kept.has(sourceId)) return;
    const { count } = this.refusals.get(sourceId) ?? { count: 0 };
    this.refusals.set(sourceId, { count: count + 1, lastAt: Date.now() });
  }

  /** Looks up the sources of every org, but not for each of many wrong messages. */
  private async lookAgain(): Promise<void> {
    const isDue = Date.now() - this.lookedAt >= LOOK_AGAIN || this.taken !== this.stores.taken;
    if (!this.looking && isDue) {
      this.lookedAt = Date.now();
      this.taken = this.stores.taken;
      this.looking = keepForLater(this.lookUp().finally(() => (this.looking = undefined)));
    }
    await this.looking;
  }

  private async lookUp(): Promise<void> {
    for (const orgId of await this.stores.orgs()) {
      if (!(await this.stores.canOpen(orgId))) continue;
      for (const source of await readSources(await this.stores.open(orgId))) {
        const connector = connectorOf(this.connectors, source.type);
        if (!connector?.webhook) continue;
        // A source whose secrets cannot be decrypted takes no message, and keeps no other from it.
        const secrets = await readWebhookSecrets(this.stores, { orgId, sourceId: source.id }).catch(
          () => null,
        );
        if (secrets) this.kept.set(source.id, { orgId, source, connector, secrets });
      }
    }
  }
}
