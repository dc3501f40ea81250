import { createClient, type OrgId } from '@cairn/contracts';
import { outboxContract, type OutboxMessage } from '@cairn/contracts/outbox';
import type { Logger } from '@cairn/service-kit';
import { keepForLater } from '@cairn/service-kit/keep-for-later';
import type { GraphStores } from '../store/graph-stores.ts';
import { forgetMessages, readOutbox } from '../store/outbox.ts';

export interface DeliveryDeps {
  readonly stores: Pick<GraphStores, 'open' | 'watchMessages'>;
  readonly log: Logger;
  /** Hands messages over; rejects when they were not taken. */
  send(messages: readonly OutboxMessage[]): Promise<unknown>;
  /** Milliseconds until it is tried again. */
  readonly every?: number;
}

const WAIT_MS = 5_000;

/** Hands messages to svc-workspace. */
export function sendTo(workspaceUrl: string, secret: string): DeliveryDeps['send'] {
  const client = createClient(
    outboxContract,
    (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, 'x-cairn-internal': secret },
        signal: AbortSignal.timeout(WAIT_MS),
      }),
    workspaceUrl,
  );
  return (messages) => client.takeMessages({ input: { messages: [...messages] } });
}

/**
 * Delivers the outboxes of orgs, each in its order, as soon as a transaction with a message commits. What is not
 * taken stays, and is tried again.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #running = new Map<OrgId, Promise<void>>();
  readonly #again = new Set<OrgId>();
  #waiting: NodeJS.Timeout | undefined;
  #late = new Set<OrgId>();
  readonly #unwatch: () => void;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#unwatch = deps.stores.watchMessages((orgId) => void this.deliver(orgId));
  }

  /** Delivers what an org has to tell; resolves when nothing is left, or it must wait. */
  deliver(orgId: OrgId): Promise<void> {
    this.#again.add(orgId);
    const running = this.#running.get(orgId);
    if (running) return running;
    const delivering = keepForLater(this.#run(orgId).finally(() => this.#running.delete(orgId)));
    this.#running.set(orgId, delivering);
    return delivering;
  }

  async #run(orgId: OrgId): Promise<void> {
    try {
      while (this.#again.delete(orgId)) await this.#empty(orgId);
      this.#late.delete(orgId);
    } catch (err) {
      if (!this.#late.has(orgId)) this.#deps.log.warn({ err, orgId }, 'the outbox of an org waits');
      this.#late.add(orgId);
      this.#waiting ??= setTimeout(() => this.#retry(), this.#deps.every ?? WAIT_MS).unref();
    }
  }

  async #empty(orgId: OrgId): Promise<void> {
    const store = await this.#deps.stores.open(orgId);
    for (;;) {
      const messages = await readOutbox(store);
      if (messages.length === 0) return;
      await this.#deps.send(messages);
      await store.beside((transaction) => transaction.run(forgetMessages(messages)));
    }
  }

  #retry(): void {
    this.#waiting = undefined;
    for (const orgId of this.#late) void this.deliver(orgId);
  }

  /** Stops trying, and waits for what is under way. */
  async close(): Promise<void> {
    this.#unwatch();
    clearTimeout(this.#waiting);
    this.#again.clear();
    await Promise.all(this.#running.values());
    clearTimeout(this.#waiting);
  }
}
