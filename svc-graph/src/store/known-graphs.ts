import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { z } from 'zod';

/** `kept` has a file of its own; `lost` had one, and it is not yet told in the new one that it is gone. */
const KnownState = z.enum(['kept', 'lost']);
const Known = z.record(OrgId, KnownState);

/** Load sets are made again by a command, so a file of theirs that is gone was deleted on purpose. */
const SEEDED = 'org-load-';

/** The orgs that have had a file, in a file beside them. A start tells by it whether one is gone. */
export class KnownGraphs {
  readonly #path: string;
  #known: Promise<Map<OrgId, z.infer<typeof KnownState>>> | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  readonly #alone: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;

  /** `alone` runs work while no other process writes the list; without it there is none. */
  constructor(dataDir: string, alone?: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#path = join(dataDir, 'graphs.json');
    this.#alone = alone;
  }

  #read() {
    // Others may have written since.
    if (this.#alone) this.#known = undefined;
    this.#known ??= readFile(this.#path, 'utf8').then(
      // A damaged list is begun anew by the files that are there.
      (text) => new Map(Object.entries(Known.safeParse(jsonOf(text)).data ?? {}) as [OrgId, 'kept'][]),
      () => new Map(),
    );
    return this.#known;
  }

  async #set(orgId: OrgId, state: z.infer<typeof KnownState>): Promise<void> {
    const set = () => this.#write(orgId, state);
    await (this.#alone ? this.#alone(set) : set());
  }

  async #write(orgId: OrgId, state: z.infer<typeof KnownState>): Promise<void> {
    const known = await this.#read();
    const before = known.get(orgId);
    if (orgId.startsWith(SEEDED) || before === state) return;
    known.set(orgId, state);
    const written = this.#writing.then(() => writeWhole(this.#path, Object.fromEntries(known)));
    // An org goes on where nothing can be written; the next time that it is opened tries again.
    this.#writing = written.catch(() => (before ? known.set(orgId, before) : known.delete(orgId)));
    await this.#writing;
  }

  /** Every org that has had a file. */
  async all(): Promise<OrgId[]> {
    return [...(await this.#read()).keys()];
  }

  /** Whether an org had a file of which nothing was told yet that it is gone. */
  async isLost(orgId: OrgId, hasFile: boolean): Promise<boolean> {
    const state = (await this.#read()).get(orgId);
    return state === 'lost' || (state === 'kept' && !hasFile);
  }

  /** Remembers that the file of an org is gone, until `keep` is called. */
  lose(orgId: OrgId): Promise<void> {
    return this.#set(orgId, 'lost');
  }

  /** Remembers that an org has a file. */
  keep(orgId: OrgId): Promise<void> {
    return this.#set(orgId, 'kept');
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A crash leaves the old content or the new. */
async function writeWhole(path: string, content: object): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
