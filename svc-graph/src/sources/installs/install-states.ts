import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { OrgId, type UserId } from '@cairn/contracts';
import { z } from 'zod';
import type { GraphStores } from '../../store/graph-stores.ts';
import { deleteFrom, insertInto } from '../../store/statement.ts';
import { readKeys } from '../secret-keys.ts';

/** How long somebody may take to install an app. */
const LASTS_MS = 15 * 60_000;

/** Who installs what: an admin, in one org, in one session of a browser, which alone keeps the proof. */
interface Installer {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly type: string;
}

const Told = z.strictObject({
  orgId: OrgId,
  type: z.string(),
  /** Person and browser as a hash, since the tool reads the state. */
  by: z.string(),
  nonce: z.string(),
  until: z.number(),
});
type Told = z.infer<typeof Told>;

const hash = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));

/** Signs with a key of its own, so that nothing else which the installation's key makes passes for a state. */
const sign = (key: Buffer, text: string) =>
  createHmac('sha256', createHmac('sha256', key).update('state of an installation').digest())
    .update(text)
    .digest('base64url');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The installations that are on their way. A state is signed with the installation's key, so that every process takes
 * it. It ends after a while, and is good for one use, by whom it was made for; the org's file remembers that use.
 */
export class InstallStates {
  readonly #stores: GraphStores;

  constructor(stores: GraphStores) {
    this.#stores = stores;
  }

  /** Begins an installation: the state travels with the tool, and the proof stays in the browser. */
  async begin({
    orgId,
    userId,
    type,
  }: Installer): Promise<{ readonly state: string; readonly proof: string }> {
    const [nonce, proof] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
    const by = hash(userId, proof).toString('base64url');
    const told: Told = { orgId, type, by, nonce, until: Date.now() + LASTS_MS };
    const text = Buffer.from(JSON.stringify(told)).toString('base64url');
    const [key] = await readKeys(this.#stores.dataDir);
    return { state: `${text}.${sign(key, text)}`, proof };
  }

  /** The org that a state leads back to; undefined for one that is forged or too old. */
  async orgFor(type: string, state: string): Promise<OrgId | undefined> {
    const told = await this.#read(state);
    return told?.type === type ? told.orgId : undefined;
  }

  /** Uses a state up; false for one that is forged, used, too old, or of another org, person or browser. */
  async use(
    state: string,
    { orgId, userId, type, proof }: Installer & { readonly proof: string },
  ): Promise<boolean> {
    const told = await this.#read(state);
    if (!told || told.orgId !== orgId || told.type !== type) return false;
    if (!isSame(told.by, hash(userId, proof).toString('base64url'))) return false;
    const store = await this.#stores.open(orgId);
    return store.transaction(async (open) => {
      const known = 'SELECT 1 FROM "UsedState" WHERE nonce = $1';
      if ((await open.rows(known, [told.nonce])).length > 0) return false;
      const moment = 'make_timestamp($1::BIGINT * 1000)';
      await open.run(deleteFrom('UsedState', `until < ${moment}`, [String(Date.now())]));
      const row = 'SELECT $2, make_timestamp($1::BIGINT * 1000)';
      await open.run(insertInto('UsedState', ['nonce', 'until'], row, [String(told.until), told.nonce]));
      return true;
    });
  }

  /** What a state says; undefined for one that no key of the installation signed, or that is too old. */
  async #read(state: string): Promise<Told | undefined> {
    const [text = '', signature = ''] = state.split('.');
    const keys = await readKeys(this.#stores.dataDir);
    if (!keys.some((key) => isSame(signature, sign(key, text)))) return undefined;
    const told = Told.safeParse(parseJson(Buffer.from(text, 'base64url').toString())).data;
    return told && told.until > Date.now() ? told : undefined;
  }
}
