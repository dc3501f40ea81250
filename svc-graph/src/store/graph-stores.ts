import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { GraphStore } from './graph-store.ts';
import type { StoreLimits } from './graph-store.ts';
import type { Transaction } from './transaction.ts';

/** Computes measures from the rows that a transaction of an org wrote, before it publishes. */
export type Derive = (transaction: Transaction, orgId: OrgId) => Promise<void>;

export interface GraphStoresOptions {
  readonly limits?: StoreLimits;
  readonly derive?: Derive;
}

/** The graphs of all orgs, each in `<data>/graph/<orgId>.duckdb`. */
export class GraphStores {
  /** The folder of the installation, which also holds the key of its secrets. */
  readonly dataDir: string;
  private readonly folder: string;
  private readonly opened = new Map<OrgId, Promise<GraphStore>>();

  private readonly options: GraphStoresOptions;

  constructor(dataDir: string, options: GraphStoresOptions = {}) {
    this.dataDir = dataDir;
    this.folder = join(dataDir, 'graph');
    this.options = options;
  }

  /** The graph of an org, opened once; an org that has none yet gets an empty one. */
  async open(orgId: OrgId): Promise<GraphStore> {
    const known = this.opened.get(orgId);
    if (known) return known;
    const opening = this.openFile(OrgId.parse(orgId));
    this.opened.set(orgId, opening);
    opening.catch(() => this.opened.delete(orgId));
    return opening;
  }

  private async openFile(orgId: OrgId): Promise<GraphStore> {
    const temp = join(this.folder, 'tmp');
    await mkdir(temp, { recursive: true });
    const { derive, limits } = this.options;
    return GraphStore.open({
      file: join(this.folder, `${orgId}.duckdb`),
      temp: join(temp, orgId),
      ...(limits ? { limits } : {}),
      ...(derive ? { derive: (transaction) => derive(transaction, orgId) } : {}),
    });
  }

  /** The orgs that have a file. */
  async orgs(): Promise<OrgId[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.duckdb'))
      .map((name) => OrgId.parse(name.slice(0, -'.duckdb'.length)));
  }

  /** Closes every file. */
  async close(): Promise<void> {
    const stores = await Promise.allSettled(this.opened.values());
    this.opened.clear();
    for (const store of stores) if (store.status === 'fulfilled') store.value.close();
  }
}
