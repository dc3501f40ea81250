import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { deriveNow } from '../src/derive/derive.ts';
import { CONNECTORS } from '../src/sources/connectors.ts';
import { githubConnector } from '../src/sources/github/connector.ts';
import { createGuardedFetch } from '../src/sources/guarded-fetch/guarded-fetch.ts';
import { removalStatements } from '../src/sources/remove-source.ts';
import { type SourceTask, runTask } from '../src/sources/run-task.ts';
import type { GraphStore } from '../src/store/graph-store.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { writerOf } from '../src/store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../src/store/source-row.ts';
import { everythingIn } from './everything-in.ts';
import { putEmptyGraph } from './template.ts';

const acme = OrgId.parse('acme');
export const GITHUB_TOKEN = 'ghp_canary_of_these_tests';

/** What answers as GitHub does. */
interface Answering {
  readonly url: string;
  listen(): Promise<string>;
  close(): void;
}

/** A server that answers as GitHub does, and an org that reads owners from it. */
export class ConnectedGithub<Server extends Answering> {
  readonly server: Server;
  readonly store: GraphStore;
  private readonly stores: GraphStores;
  private readonly folder: string;

  private constructor(server: Server, stores: GraphStores, opened: { folder: string; store: GraphStore }) {
    this.server = server;
    this.stores = stores;
    this.folder = opened.folder;
    this.store = opened.store;
  }

  static async open<Server extends Answering>(server: Server): Promise<ConnectedGithub<Server>> {
    await server.listen();
    const folder = mkdtempSync(join(tmpdir(), 'cairn-github-'));
    await putEmptyGraph(folder);
    const stores = new GraphStores(folder, { derive: deriveNow });
    return new ConnectedGithub(server, stores, { folder, store: await stores.open(acme) });
  }

  async close(): Promise<void> {
    this.server.close();
    await this.stores.close();
    rmSync(this.folder, { recursive: true });
  }

  get hosts(): string[] {
    return [new URL(this.server.url).host];
  }

  settingsFor(owner: string, token = GITHUB_TOKEN) {
    return githubConnector.settings.parse({ owner, token, host: this.server.url, repositories: '' });
  }

  create(owner: string, token?: string) {
    return githubConnector.create({
      orgId: acme,
      settings: this.settingsFor(owner, token),
      folders: [],
      fetch: createGuardedFetch({ allowed: this.hosts }),
    });
  }

  async add(owner: string): Promise<string> {
    const { id, name, settings } = await this.create(owner);
    await addSource(this.store, { id, type: 'github', settings, name, state: NEW_SOURCE });
    return id;
  }

  async remove(id: string): Promise<void> {
    const source = await this.sourceAt(id);
    await writerOf(this.store).commit(removalStatements(githubConnector, { orgId: acme, source }));
  }

  async sourceAt(sourceId: string): Promise<SourceRow> {
    const source = (await readSources(this.store)).find(({ id }) => id === sourceId);
    if (!source) throw new Error('there is no such source');
    return source;
  }

  /** Reads a source, and answers its state. */
  async run(sourceId: string, kind: SourceTask['kind'] = 'ingest', signal = new AbortController().signal) {
    const secrets = { token: GITHUB_TOKEN };
    const context = { connectors: CONNECTORS, writer: writerOf(this.store), secrets, signal };
    await runTask({ orgId: acme, sourceId, kind }, { ...context, hosts: this.hosts });
    return (await this.sourceAt(sourceId)).state;
  }

  async numberIn(table: string, where = 'true') {
    const [row] = await this.store.rows<{ n: number }>(
      `SELECT count(*)::INTEGER AS n FROM "${table}" WHERE ${where}`,
    );
    return row?.n;
  }

  /** Every row, but for when it was read. */
  everything(): Promise<string[]> {
    return everythingIn(this.store);
  }
}
