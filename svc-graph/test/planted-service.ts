import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId, Source } from '@cairn/contracts';
import { silentLog, testTokens } from '@cairn/service-kit/testing';
import { createApp } from '../src/app.ts';
import { Jobs } from '../src/sources/jobs.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { plantedConnector } from './planted-source.ts';
import { PlantedTracker } from './planted-tracker.ts';

/** Milliseconds that a thread may take to start on a busy machine. */
export const LONGEST = 50_000;

const connectors = [plantedConnector];
const worker = new URL('./planted.worker.ts', import.meta.url);
const tokens = await testTokens();

interface PlantedAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The service of an org whose only source is a planted tracker. */
export class PlantedService {
  readonly orgId = OrgId.parse('acme');
  readonly connectors = connectors;
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-planted-'));
  readonly tracker = new PlantedTracker();
  readonly logged: unknown[] = [];
  url = '';
  stores!: GraphStores;
  jobs!: Jobs;
  app!: ReturnType<typeof createApp>;

  /** Starts tracker and service. */
  async begin(): Promise<void> {
    this.url = await this.tracker.listen();
    this.open();
  }

  /** Starts the service on what an earlier one left. */
  open(): void {
    const keep = (...entry: unknown[]) => void this.logged.push(entry);
    const log = Object.assign(silentLog(), { info: keep, warn: keep, error: keep, debug: keep });
    Object.defineProperty(log, 'child', { value: () => log });
    this.stores = new GraphStores(this.folder);
    const hosts = [new URL(this.url).host];
    this.jobs = new Jobs({ stores: this.stores, log, connectors, worker, hosts });
    this.app = createApp({
      graphs: this.stores,
      jobs: this.jobs,
      connectors,
      verifier: tokens.verifier,
      log,
    });
  }

  /** Stops the service; what it kept stays. */
  async close(): Promise<void> {
    await this.jobs.close();
    await this.stores.close();
  }

  /** Stops everything, and forgets it. */
  async end(): Promise<void> {
    await this.close();
    this.tracker.close();
    rmSync(this.folder, { recursive: true });
  }

  async call(path: string, body?: object, claims: object = { role: 'admin' }): Promise<PlantedAnswer> {
    const answer = await this.app.request(`/api/acme/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: await tokens.headers(claims),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (text.includes(this.tracker.token)) throw new Error('the answer tells a secret');
    return { status: answer.status, ...(JSON.parse(text) as Pick<PlantedAnswer, 'data' | 'error'>) };
  }

  create(settings: object = { url: this.url, token: this.tracker.token }): Promise<PlantedAnswer> {
    return this.call('sources/create-source', { type: 'planted-tracker', settings });
  }

  /** The one source. */
  async only(): Promise<Source> {
    const [source] = Source.array().parse((await this.call('sources/list-sources')).data);
    if (!source) throw new Error('there is no source');
    return source;
  }

  async addAndRead(): Promise<Source> {
    const { data } = await this.create();
    await this.jobs.idle(this.orgId);
    return Source.parse(data);
  }
}
