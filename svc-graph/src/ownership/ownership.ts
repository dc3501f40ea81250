import { createHash, randomUUID } from 'node:crypto';
import { AppError, type OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import { repeat } from '../sources/repeat.ts';
import { NotOwnedError, type OrgLease } from '../store/org-lease.ts';
import { LeaseTable, type LiveProcess } from './lease-table.ts';

export interface OwnershipOptions {
  /** PostgreSQL, which all processes of the installation share. */
  readonly url: string;
  /** Where the other processes reach this one. */
  readonly address: string;
  /** The number of this process, from 1. */
  readonly place: number;
  /** The run of the launcher that started this process. */
  readonly run: string | undefined;
  /** How many processes the installation has. */
  readonly processes: number;
  /** Milliseconds for which a process counts as alive after its last sign. */
  readonly lease: number;
  readonly log: Logger;
  /** Called once when this process may no longer write; it must end at once. */
  readonly onLost: () => void;
}

/** The files whose owners are told apart, and what an owner does first. */
export interface OwnedFiles {
  /** Every org with a file, or with one that is gone. */
  everyOrg(): Promise<readonly OrgId[]>;
  hasFile(orgId: OrgId): boolean;
  /** Takes up what an earlier owner left; rejects with NotOwnedError while that one still has the file open. */
  goOn(orgId: OrgId): Promise<void>;
}

interface OwnOrg {
  isReady: boolean;
  goingOn: Promise<void> | undefined;
}

/** Signs of life in the time of a lease. */
const SIGNS = 3;
/** The part of a lease that this process uses; the rest is for clocks that run unequally. */
const USED = 0.9;

/** The place whose process takes an org first, so that orgs are spread over the processes. */
export function findHome(orgId: OrgId, processes: number): number {
  return (createHash('sha256').update(orgId).digest().readUInt32BE(0) % processes) + 1;
}

const away = (cause: unknown) =>
  new AppError(
    'unavailable',
    'The database that knows which process has the data of this organization is away. Cairn goes on by itself once it is back.',
    { cause, retryAfter: 5 },
  );

/**
 * What this process owns. It gives signs of life to PostgreSQL, and takes orgs that nobody owns. Once its time has run
 * out it writes nothing until the next sign succeeds, and ends when that tells that others may have taken its orgs.
 */
export class Ownership implements OrgLease {
  readonly id = randomUUID();
  readonly #options: OwnershipOptions;
  readonly #table: LeaseTable;
  readonly #own = new Map<OrgId, OwnOrg>();
  readonly #startedAt = performance.now();
  #stopRenewing: () => void = () => undefined;
  #stopLooking: () => void = () => undefined;
  #files: OwnedFiles | undefined;
  #until = { monotonic: -Infinity, wall: -Infinity };
  #isLost = false;
  #takes = true;
  #looking: Promise<void> = Promise.resolve();
  taken = 0;

  private constructor(options: OwnershipOptions) {
    this.#options = options;
    this.#table = new LeaseTable(options.url, options.lease / SIGNS);
  }

  /** Registers this process; rejects when the database cannot be reached. */
  static async begin(options: OwnershipOptions): Promise<Ownership> {
    const ownership = new Ownership(options);
    const { address, place, run, lease } = options;
    const process = { id: ownership.id, address, place, run };
    await ownership.#table.make();
    await ownership.#during(() => ownership.#table.register(process, lease));
    ownership.#stopRenewing = repeat(() => ownership.#renew(), lease / SIGNS);
    return ownership;
  }

  /** Takes orgs that nobody owns, now and from now on. */
  async takeUp(files: OwnedFiles): Promise<void> {
    this.#files = files;
    await this.#look();
    const look = () => {
      this.#looking = this.#look().catch((err: unknown) =>
        this.#options.log.warn({ err }, 'no org was taken over'),
      );
      return this.#looking;
    };
    if (this.#takes) this.#stopLooking = repeat(look, this.#options.lease / SIGNS);
  }

  /** Takes no further org, because this process is about to end; resolves when none is being taken any more. */
  async stopTaking(): Promise<void> {
    this.#takes = false;
    this.#stopLooking();
    await this.#looking;
  }

  owns(orgId: OrgId): boolean {
    return this.#own.get(orgId)?.isReady === true;
  }

  async hold(orgId: OrgId, hasFile: boolean): Promise<void> {
    this.check();
    if (this.#own.has(orgId)) return;
    // What a file holds is taken up first, in its turn.
    if (hasFile || !(await this.#ask(() => this.#table.take(orgId, this.id)))) throw new NotOwnedError();
    this.#own.set(orgId, { isReady: true, goingOn: undefined });
    this.taken += 1;
  }

  check(): void {
    if (performance.now() >= this.#until.monotonic || Date.now() >= this.#until.wall)
      throw new NotOwnedError();
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#table.alone(work);
  }

  /** Where requests for an org are answered: `here`, at an address, or nowhere for now. */
  async placeOf(orgId: OrgId): Promise<'here' | { readonly address: string } | null> {
    this.check();
    const own = this.#own.get(orgId);
    if (own) {
      await own.goingOn;
      return own.isReady ? 'here' : null;
    }
    const [live, owner] = await this.#ask(() =>
      Promise.all([this.#table.live(), this.#table.ownerOf(orgId)]),
    );
    if (owner !== undefined) return live.find(({ id }) => id === owner && id !== this.id) ?? null;
    if (this.#files?.hasFile(orgId)) return null;
    const home = live.find(({ place }) => place === findHome(orgId, this.#options.processes));
    return home && home.id !== this.id ? home : 'here';
  }

  /** The addresses of the other processes. */
  async others(): Promise<string[]> {
    const live = await this.#ask(() => this.#table.live());
    return live.filter(({ id }) => id !== this.id).map(({ address }) => address);
  }

  /** True when each org with a file has an owner. */
  async isComplete(): Promise<boolean> {
    const [orgs, owners] = await this.#ask(() =>
      Promise.all([this.#files?.everyOrg() ?? [], this.#table.owners()]),
    );
    return orgs.every((orgId) => owners.has(orgId));
  }

  /** Gives the orgs back, whose files are closed. */
  async close(): Promise<void> {
    this.#stop();
    if (!this.#isLost) await this.#table.leave(this.id).catch(() => undefined);
    await this.#table.close();
  }

  #stop(): void {
    this.#takes = false;
    this.#stopLooking();
    this.#stopRenewing();
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw away(error);
    }
  }

  /** Counts the lease from before the database did, so that it ends here first. */
  async #during(sign: () => Promise<void>): Promise<void> {
    const used = this.#options.lease * USED;
    const [monotonic, wall] = [performance.now() + used, Date.now() + used];
    await sign();
    if (this.#isLost) return;
    this.#until = { monotonic, wall };
  }

  /** A late sign counts as well: as long as this process has its row, nobody took what it owns. */
  async #renew(): Promise<void> {
    try {
      await this.#during(async () => {
        if (!(await this.#table.renew(this.id, this.#options.lease))) this.#lose();
      });
    } catch (err) {
      this.#options.log.warn({ err }, 'the ownership of orgs was not renewed');
    }
  }

  #lose(): void {
    this.#isLost = true;
    this.#until = { monotonic: -Infinity, wall: -Infinity };
    this.#stop();
    this.#options.log.fatal('other processes may have taken the orgs of this one, which came too late');
    this.#options.onLost();
  }

  /** Takes the orgs that are this process's turn, and those that it owns and could not open before. */
  async #look(): Promise<void> {
    const { everyOrg } = this.#files ?? {};
    await this.#table.forgetExpired(this.id);
    const [live, owners] = [await this.#table.live(), await this.#table.owners()];
    for (const orgId of (await everyOrg?.()) ?? []) {
      if (!this.#takes) return;
      if (this.#own.get(orgId)?.isReady) continue;
      const owner = owners.get(orgId);
      if (owner !== undefined && owner !== this.id) continue;
      if (owner === undefined && !(this.#isMyTurn(orgId, live) && (await this.#table.take(orgId, this.id))))
        continue;
      await this.#goOn(orgId);
    }
  }

  /** An org is first its home's; another process waits whether that one comes. */
  #isMyTurn(orgId: OrgId, live: readonly LiveProcess[]): boolean {
    const { place, processes, lease } = this.#options;
    const home = findHome(orgId, processes);
    if (home === place) return true;
    const isSettled = performance.now() - this.#startedAt > lease;
    return isSettled && live.every((process) => process.place !== home);
  }

  async #goOn(orgId: OrgId): Promise<void> {
    const own: OwnOrg = this.#own.get(orgId) ?? { isReady: false, goingOn: undefined };
    this.#own.set(orgId, own);
    const { log } = this.#options;
    own.goingOn = (this.#files?.goOn(orgId) ?? Promise.resolve()).then(
      () => {
        own.isReady = true;
        this.taken += 1;
        log.info({ orgId }, 'took over the data of an org');
      },
      (err: unknown) => log.warn({ err, orgId }, 'the data of an org cannot be taken over yet'),
    );
    await own.goingOn;
  }
}
