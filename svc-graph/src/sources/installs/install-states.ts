import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OrgId, UserId } from '@cairn/contracts';

/** How long somebody may take to install an app. */
const LASTS_MS = 15 * 60_000;
/** The most installations of one org that are on their way. */
const MOST_OF_ORG = 50;

/** Who installs what: an admin, in one org, in one session of a browser, which alone keeps the proof. */
interface Installer {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly type: string;
}

interface Begun extends Installer {
  readonly proofHash: Buffer;
  readonly until: number;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * The installations that are on their way. A state is signed, ends after a while, and is good for one use, by whom it
 * was made for. A start of Cairn forgets them all.
 */
export class InstallStates {
  readonly #key = randomBytes(32);
  readonly #begun = new Map<string, Begun>();

  /** Begins an installation: the state travels with the tool, and the proof stays in the browser. */
  begin(installer: Installer): { readonly state: string; readonly proof: string } {
    this.#forgetPast(installer.orgId);
    const [nonce, proof] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
    this.#begun.set(nonce, { ...installer, proofHash: hash(proof), until: Date.now() + LASTS_MS });
    return { state: `${nonce}.${this.#sign(nonce)}`, proof };
  }

  /** The org that a state leads back to; undefined for one that is forged, used or too old. */
  orgFor(type: string, state: string): OrgId | undefined {
    const begun = this.#find(state)?.begun;
    return begun?.type === type ? begun.orgId : undefined;
  }

  /** Uses a state up; false for one that is forged, used, too old, or of another org, person or browser. */
  use(state: string, { orgId, userId, type, proof }: Installer & { readonly proof: string }): boolean {
    const found = this.#find(state);
    if (!found) return false;
    const { nonce, begun } = found;
    const isTheirs = begun.orgId === orgId && begun.userId === userId && begun.type === type;
    if (!isTheirs || !timingSafeEqual(begun.proofHash, hash(proof))) return false;
    this.#begun.delete(nonce);
    return true;
  }

  #sign(nonce: string): string {
    return createHmac('sha256', this.#key).update(nonce).digest('base64url');
  }

  #find(state: string): { nonce: string; begun: Begun } | undefined {
    const [nonce = '', signature = ''] = state.split('.');
    if (!timingSafeEqual(hash(signature), hash(this.#sign(nonce)))) return undefined;
    const begun = this.#begun.get(nonce);
    return begun && begun.until > Date.now() ? { nonce, begun } : undefined;
  }

  /** Forgets what is too old, and the oldest of an org that has begun too many. */
  #forgetPast(orgId: OrgId): void {
    for (const [nonce, { until }] of this.#begun) if (until <= Date.now()) this.#begun.delete(nonce);
    const own = [...this.#begun].filter(([, begun]) => begun.orgId === orgId);
    for (const [nonce] of own.slice(0, Math.max(0, own.length - MOST_OF_ORG + 1))) this.#begun.delete(nonce);
  }
}
