import type { OrgId } from '@cairn/contracts';
import type { WebhookDelivery } from '@cairn/contracts/webhooks';
import { type Logger, runApart } from '@cairn/service-kit';
import type { GraphStores } from '../../store/graph-stores.ts';
import { type SourceRow, readSources } from '../../store/source-row.ts';
import type { Statement } from '../../store/statement.ts';
import { type Connector, type GoneThing, connectorOf } from '../connector.ts';
import type { Jobs } from '../jobs.ts';
import {
  type LeftDelivery,
  type NewDelivery,
  endDelivery,
  keepDeliveries,
  leftDeliveries,
} from './delivery-log.ts';
import { PUBLISH } from '../../store/load.ts';
import { payloadStatements } from '../load-payload.ts';
import type { Payload } from '../payload.ts';
import { removeThings } from './remove-things.ts';

/** Milliseconds from a message to the reading that it asks for; the messages in between ask for the same one. */
const SETTLE_MS = 1_000;
/** Milliseconds between two readings that messages of one source ask for. */
const APART_MS = 4_000;

export interface InboxDeps {
  readonly stores: GraphStores;
  readonly jobs: Pick<Jobs, 'start' | 'isBusy' | 'idle'>;
  readonly connectors: readonly Connector[];
  readonly log: Logger;
}

interface Addressee {
  readonly orgId: OrgId;
  readonly source: SourceRow;
}

interface Waiting {
  readonly delivery: NewDelivery;
  readonly done: { resolve: () => void; reject: (error: unknown) => void };
}

/** Stores verified messages, those of one moment together, and acts on them afterwards. */
export class Inbox {
  private readonly deps: InboxDeps;
  private readonly waiting = new Map<OrgId, Waiting[]>();
  /** The work that goes on for each org, one thing after another. */
  private readonly working = new Map<OrgId, Promise<void>>();
  private readonly asked = new Set<string>();
  private readonly readAt = new Map<string, number>();

  constructor(deps: InboxDeps) {
    this.deps = deps;
  }

  /** Resolves once a message is stored; what follows from it happens after that. */
  keep(orgId: OrgId, delivery: NewDelivery): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(orgId) ?? [];
      this.waiting.set(orgId, waiting);
      waiting.push({ delivery, done: { resolve, reject } });
      if (waiting.length === 1) this.queue(orgId, () => this.store(orgId));
    });
  }

  /** Acts on messages that an earlier process stored. */
  goOn(orgId: OrgId): void {
    this.queue(orgId, () => this.act(orgId));
  }

  private queue(orgId: OrgId, work: () => Promise<void>): void {
    const before = this.working.get(orgId) ?? Promise.resolve();
    const next = runApart(() => before.then(work)).catch((err: unknown) => {
      this.deps.log.error({ err, orgId }, 'messages of tools wait for the next start');
    });
    this.working.set(orgId, next);
  }

  private async store(orgId: OrgId): Promise<void> {
    const together = this.waiting.get(orgId) ?? [];
    this.waiting.delete(orgId);
    try {
      const store = await this.deps.stores.open(orgId);
      await store.beside((open) =>
        keepDeliveries(
          open,
          together.map(({ delivery }) => delivery),
        ),
      );
      for (const { done } of together) done.resolve();
      this.queue(orgId, () => this.act(orgId));
    } catch (error) {
      for (const { done } of together) done.reject(error);
    }
  }

  /** Acts on every message that has no outcome. */
  private async act(orgId: OrgId): Promise<void> {
    const store = await this.deps.stores.open(orgId);
    for (let left = await leftDeliveries(store); left.length > 0; left = await leftDeliveries(store)) {
      const sources = new Map((await readSources(store)).map((source) => [source.id, source]));
      const ended: Statement[] = [];
      for (const delivery of left) {
        const source = sources.get(delivery.sourceId);
        const outcome = source ? await this.actOn(delivery, { orgId, source }) : 'ignored';
        ended.push(endDelivery(delivery.number, outcome));
      }
      await store.beside((open) => open.runAll(ended));
    }
  }

  private async actOn(
    { kind, payload }: LeftDelivery,
    owner: Addressee,
  ): Promise<WebhookDelivery['outcome']> {
    const webhook = connectorOf(this.deps.connectors, owner.source.type)?.webhook;
    const meaning = webhook?.meaning(kind) ?? 'nothing';
    if (!webhook || meaning === 'nothing') return 'ignored';
    if (meaning === 'greeting') return 'greeting';
    if (meaning === 'reading') this.ask(owner);
    try {
      const brought = webhook.brings?.({ kind, payload }, owner) ?? [];
      if (brought.length > 0) {
        await this.bring(owner, brought);
        return 'kept';
      }
      const gone = webhook.removed?.({ kind, payload }, owner) ?? [];
      if (gone.length === 0) return meaning === 'reading' ? 'reading' : 'ignored';
      await this.remove(owner, gone);
      return 'removed';
    } catch (err) {
      this.deps.log.error({ err, sourceId: owner.source.id, kind }, 'a message of a tool could not be used');
      return 'failed';
    }
  }

  /** Keeps what a message brings, and makes the rows of it. */
  private async bring({ orgId, source }: Addressee, payloads: readonly Payload[]): Promise<void> {
    const connector = connectorOf(this.deps.connectors, source.type);
    const of = { orgId, sourceId: source.id };
    const arrived = payloads.map((payload) => ({
      payload,
      made: connector?.normalise?.(payload, of) ?? { loads: [] },
      at: Date.now() / 1_000,
    }));
    const store = await this.deps.stores.open(orgId);
    await store.transaction((open) => open.runAll([...payloadStatements(arrived, source.id), PUBLISH]));
  }

  private async remove({ orgId, source: { id } }: Addressee, gone: readonly GoneThing[]): Promise<void> {
    const { stores, jobs } = this.deps;
    const remove = async () => removeThings(await stores.open(orgId), id, gone);
    await remove();
    // A page that was on its way may bring it back.
    if (jobs.isBusy(orgId, id)) void runApart(() => jobs.idle(orgId).then(() => this.queue(orgId, remove)));
  }

  /** Has a source read soon; what is asked until then is the same reading. */
  private ask({ orgId, source: { id: sourceId, state } }: Addressee): void {
    // After a limit of the tool, the reading that goes on by itself finds what the message is about.
    const isLimited = state.resumeAt !== undefined && Date.parse(state.resumeAt) > Date.now();
    if (isLimited || this.asked.has(sourceId)) return;
    this.asked.add(sourceId);
    const since = Date.now() - (this.readAt.get(sourceId) ?? -Infinity);
    const start = () => {
      this.asked.delete(sourceId);
      this.readAt.set(sourceId, Date.now());
      this.deps.jobs.start({ orgId, sourceId, kind: 'ingest', reason: 'message' });
    };
    setTimeout(() => runApart(start), Math.max(SETTLE_MS, APART_MS - since)).unref();
  }
}
