import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { type Verifier } from '@cairn/service-kit';
import { silentLog } from '@cairn/service-kit/testing';
import { createApp } from '../src/app.ts';
import { deriveNow } from '../src/derive/derive.ts';
import { CONNECTORS } from '../src/sources/connectors.ts';
import type { Connector } from '../src/sources/connector.ts';
import { createGuardedFetch } from '../src/sources/guarded-fetch/guarded-fetch.ts';
import { Jobs } from '../src/sources/jobs.ts';
import { runTask } from '../src/sources/run-task.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { writerOf } from '../src/store/graph-writer.ts';
import { NEW_SOURCE, type SourceState, addSource, readSources } from '../src/store/source-row.ts';
import { Inbox } from '../src/sources/webhooks/inbox.ts';
import { everythingIn } from './everything-in.ts';
import { putEmptyGraph } from './template.ts';

const acme = OrgId.parse('acme');
const TOKEN = 'a token that these tests made up';

/** A server that answers as a tool does, and how a source of it is connected. */
export interface ServedSource {
  readonly server: { readonly url: string };
  readonly connector: Connector;
  readonly settings: () => Record<string, unknown>;
}

/** An org that reads one source, in a folder of its own. */
export class ReadingOrg {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-reading-'));
  readonly token = TOKEN;
  sourceId = '';
  private isOver = false;
  private last: Promise<void> = Promise.resolve();
  private readonly served: ServedSource;
  private stores!: GraphStores;

  constructor(served: ServedSource) {
    this.served = served;
  }

  get host(): string {
    return new URL(this.served.server.url).host;
  }

  /** Opens the files, and adds the source where it is not there. */
  async open(): Promise<this> {
    if (this.sourceId === '') await putEmptyGraph(this.folder);
    this.stores = new GraphStores(this.folder, { derive: deriveNow });
    if (this.sourceId !== '') return this;
    const { connector } = this.served;
    const settings = connector.settings.parse({ ...this.served.settings(), token: TOKEN });
    const fetch = createGuardedFetch({ allowed: [this.host] });
    const { longerNames: _names, ...source } = await connector.create({
      orgId: acme,
      settings,
      folders: [],
      fetch,
    });
    await addSource(await this.store(), { ...source, type: connector.type, state: NEW_SOURCE });
    this.sourceId = source.id;
    return this;
  }

  store() {
    return this.stores.open(acme);
  }

  async state(): Promise<SourceState> {
    const [source] = await readSources(await this.store());
    if (!source) throw new Error('there is no source');
    return source.state;
  }

  /** Reads until the end or a fault, and answers the state. */
  async read(): Promise<SourceState> {
    const context = { writer: writerOf(await this.store()), secrets: { token: TOKEN }, hosts: [this.host] };
    const { signal } = new AbortController();
    await runTask(
      { orgId: acme, sourceId: this.sourceId, kind: 'ingest' },
      { connectors: CONNECTORS, signal, ...context },
    );
    return this.state();
  }

  async everything(): Promise<string[]> {
    return everythingIn(await this.store());
  }

  /** Another org with the same files, which nobody has open. */
  copy(): Promise<ReadingOrg> {
    const other = new ReadingOrg(this.served);
    cpSync(this.folder, other.folder, { recursive: true });
    other.sourceId = this.sourceId;
    return other.open();
  }

  /** Its routes, and how many readings were asked for and are over; they run in this process. */
  routes(verifier: Verifier): { app: ReturnType<typeof createApp>; reading: () => Promise<number> } {
    const deps = { stores: this.stores, connectors: CONNECTORS, log: silentLog() };
    let readings = 0;
    let isReading = false;
    const jobs = {
      start: () => {
        isReading = true;
        this.last = this.last.then(async () => {
          if (this.isOver) return;
          await this.read();
          readings += 1;
          isReading = false;
        });
      },
      isBusy: () => isReading,
      idle: () => this.last,
    };
    const inbox = new Inbox({ ...deps, jobs });
    const app = createApp({ ...deps, graphs: this.stores, jobs: new Jobs(deps), inbox, verifier });
    return { app, reading: () => this.last.then(() => readings) };
  }

  /** Leaves the files to another process. */
  close(): Promise<void> {
    return this.stores.close();
  }

  /** Deletes the files, which nobody has open. */
  forget(): void {
    rmSync(this.folder, { recursive: true });
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.last;
    await this.close();
    this.forget();
  }

  /** Whether a message waits for its outcome. */
  async hasMessages(): Promise<boolean> {
    const rows = await (await this.store()).rows('SELECT 1 FROM "SourceDelivery" WHERE outcome IS NULL');
    return rows.length > 0;
  }
}
