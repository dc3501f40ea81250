import { statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, OrgId } from '@cairn/contracts';
import type { Problem } from '@cairn/service-kit';
import { checkWritable, outageOf } from '@cairn/service-kit/outages';
import { DamagedGraphError, isCorrupt } from './damaged-graph.ts';
import { noteLoss } from './data-loss.ts';
import { GraphStore } from './graph-store.ts';
import type { StoreLimits } from './graph-store.ts';
import { KnownGraphs } from './known-graphs.ts';
import { NotOwnedError, type OrgLease, isHeld } from './org-lease.ts';
import { OldLoadSetError } from './outdate-sources.ts';
import { NewerDataError } from './schema.ts';
import type { Transaction } from './transaction.ts';

/** Computes measures from the rows that an org's transaction wrote, before it publishes. */
export type Derive = (transaction: Transaction, orgId: OrgId) => Promise<void>;

export interface GraphStoresOptions {
  readonly limits?: StoreLimits;
  readonly derive?: Derive;
  /** Says whose files this process may open, where several share the folder. */
  readonly lease?: OrgLease | undefined;
}

const SUFFIX = '.duckdb';

interface ClosedGraph {
  readonly reason: AppError;
  /** The state of a damaged file that still opens. It stays closed until its state changes. */
  readonly damagedAs?: string | undefined;
}

/** Identifies one state of a file; undefined when there is no file. */
function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** The graphs of all orgs, each in `<data>/graph/<orgId>.duckdb`. */
export class GraphStores {
  /** The folder of the installation, which also holds the key of its secrets. */
  readonly dataDir: string;
  private readonly folder: string;
  private readonly opened = new Map<OrgId, Promise<GraphStore>>();
  /** The orgs whose file cannot be read. */
  private readonly closed = new Map<OrgId, ClosedGraph>();
  /** The orgs whose file was gone when this process opened it. */
  private readonly lost = new Set<OrgId>();
  private readonly known: KnownGraphs;

  private readonly messageWatchers = new Set<(orgId: OrgId) => void>();

  private readonly options: GraphStoresOptions;

  constructor(dataDir: string, options: GraphStoresOptions = {}) {
    this.dataDir = dataDir;
    this.folder = join(dataDir, 'graph');
    const { lease } = options;
    this.known = new KnownGraphs(dataDir, lease && ((work) => lease.alone(work)));
    this.options = options;
  }

  /** Calls the watcher after each commit that puts a message into an outbox; returns a function that stops it. */
  watchMessages(watcher: (orgId: OrgId) => void): () => void {
    this.messageWatchers.add(watcher);
    return () => void this.messageWatchers.delete(watcher);
  }

  /** Opens the graph of an org once; an org without one gets an empty graph. */
  async open(orgId: OrgId): Promise<GraphStore> {
    const known = this.opened.get(orgId);
    if (known) return known;
    const opening = this.openFile(OrgId.parse(orgId));
    this.opened.set(orgId, opening);
    opening.catch(() => this.opened.get(orgId) === opening && this.opened.delete(orgId));
    return opening;
  }

  private async openFile(orgId: OrgId): Promise<GraphStore> {
    const { lease } = this.options;
    await lease?.hold(orgId, this.hasFile(orgId));
    const before = this.closed.get(orgId);
    if (before?.damagedAs && before.damagedAs === stateOf(this.fileOf(orgId))) throw before.reason;
    try {
      const store = await this.openStore(orgId);
      this.closed.delete(orgId);
      return store;
    } catch (error) {
      if (error instanceof NewerDataError) throw error;
      if (lease && isHeld(error)) throw new NotOwnedError(error);
      const isKnown = error instanceof DamagedGraphError || error instanceof OldLoadSetError;
      const known = isKnown ? error : undefined;
      const reason = known ?? outageOf(error) ?? new DamagedGraphError(error);
      this.closed.set(orgId, { reason });
      throw reason;
    }
  }

  /** Closes a damaged file, so that it can be restored. From then on users get its error. */
  private shut(orgId: OrgId, reason: DamagedGraphError): void {
    const opened = this.opened.get(orgId);
    if (!opened) return;
    this.opened.delete(orgId);
    void opened.then(
      (store) => store.close(),
      () => undefined,
    );
    const damagedAs = isCorrupt(reason.cause) ? stateOf(this.fileOf(orgId)) : undefined;
    this.closed.set(orgId, { reason, damagedAs });
  }

  private async openStore(orgId: OrgId): Promise<GraphStore> {
    const temp = join(this.folder, 'tmp');
    await mkdir(temp, { recursive: true });
    const { derive, limits } = this.options;
    const isLost = await this.known.isLost(orgId, this.hasFile(orgId));
    if (isLost) await this.known.lose(orgId);
    const store = await GraphStore.open({
      file: this.fileOf(orgId),
      temp: join(temp, orgId),
      ...(limits ? { limits } : {}),
      onDamage: (error) => this.shut(orgId, error),
      onMessage: () => this.messageWatchers.forEach((watcher) => watcher(orgId)),
      mayWrite: () => this.options.lease?.check(),
      ...(derive ? { derive: (transaction) => derive(transaction, orgId) } : {}),
    });
    try {
      if (isLost) await noteLoss(store, orgId);
      await this.known.keep(orgId);
    } catch (error) {
      store.close();
      throw error;
    }
    if (isLost) this.lost.add(orgId);
    return store;
  }

  /** True when an org has a file. */
  hasFile(orgId: OrgId): boolean {
    return stateOf(this.fileOf(orgId)) !== undefined;
  }

  /** How many orgs were taken over since the start, where several processes share the folder. */
  get taken(): number {
    return this.options.lease?.taken ?? 0;
  }

  private fileOf(orgId: OrgId): string {
    return join(this.folder, `${orgId}${SUFFIX}`);
  }

  /** The problems of files that cannot be opened, or are gone, for the operator. */
  problems(): Problem[] {
    const lost = [...this.lost].map((orgId) => ({
      code: 'lost_graph',
      file: this.fileOf(orgId),
      message: `The file ${this.fileOf(orgId)} is gone, which held the data of the org ${orgId}. Its repositories of --repo are read anew; what people decided there is lost, and its admins are told. To have it back, stop Cairn and restore the file from a backup.`,
    }));
    return [...lost, ...this.closedProblems()];
  }

  private closedProblems(): Problem[] {
    return [...this.closed].map(([orgId, { reason }]) => {
      const { code, message } = reason;
      if (!(reason instanceof DamagedGraphError)) return { code, message };
      return {
        code: 'damaged_graph',
        file: this.fileOf(orgId),
        message: `The data of the org ${orgId} cannot be read (${firstLine(reason.cause)}). Restore the file from a backup, or move it away to read its sources anew. Other orgs go on; Cairn notices by itself when the file is mended.`,
      };
    });
  }

  /**
   * Tries again to open the files that failed, and returns the orgs that now open. A file that is gone is
   * forgotten.
   */
  async reopen(): Promise<OrgId[]> {
    if (this.closed.size === 0) return [];
    const present = new Set(await this.orgs());
    const opened: OrgId[] = [];
    for (const orgId of this.closed.keys()) {
      if (!present.has(orgId)) this.closed.delete(orgId);
      else if (await this.canOpen(orgId)) opened.push(orgId);
    }
    return opened;
  }

  /** True when the file of an org can be opened; throws for a file of a later version. */
  async canOpen(orgId: OrgId): Promise<boolean> {
    try {
      await this.open(orgId);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** True when the data folder is writable. */
  async canWrite(): Promise<boolean> {
    return checkWritable(this.dataDir).then(
      () => true,
      () => false,
    );
  }

  /** Opens the orgs whose file is gone since an earlier start, so that their loss is told. */
  async openLost(): Promise<void> {
    const present = new Set(await this.orgs());
    for (const orgId of await this.known.all()) if (!present.has(orgId)) await this.canOpen(orgId);
  }

  /** The orgs that have a file and are this process's own. */
  async orgs(): Promise<OrgId[]> {
    const { lease } = this.options;
    const orgs = await this.everyFile();
    return lease ? orgs.filter((orgId) => lease.owns(orgId)) : orgs;
  }

  /** The orgs that have a file, or had one until it was gone. */
  async everyOrg(): Promise<OrgId[]> {
    return [...new Set([...(await this.everyFile()), ...(await this.known.all())])];
  }

  /** The orgs that have a file, whoever owns them; files without the name of an org are ignored. */
  async everyFile(): Promise<OrgId[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => OrgId.safeParse(name.slice(0, -SUFFIX.length)))
      .flatMap(({ data }) => (data ? [data] : []));
  }

  /** Closes every file. */
  async close(): Promise<void> {
    const stores = await Promise.allSettled(this.opened.values());
    this.opened.clear();
    for (const store of stores) if (store.status === 'fulfilled') store.value.close();
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
