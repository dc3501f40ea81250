import type { Row } from '../../store/load.ts';
import { entityUuid } from '../../store/uuid.ts';
import { readText } from './git.ts';
import type { Signature } from './records.ts';

/** Accounts that write commits without a person behind each of them. */
const KNOWN_BOTS: ReadonlySet<string> = new Set([
  'dependabot',
  'dependabot-preview',
  'renovate',
  'renovate bot',
  'github',
  'github actions',
  'github-actions',
  'gitlab',
  'greenkeeper',
  'snyk-bot',
  'semantic-release-bot',
  'mergify',
  'codecov',
  'allcontributors',
  'pre-commit-ci',
  'web-flow',
  'travis ci',
  'circleci',
  'weblate',
  'imgbot',
  'copybara',
  'copybara-service',
  'jenkins',
  'bors',
  'k8s-ci-robot',
]);
const KNOWN_ADDRESSES: ReadonlySet<string> = new Set([
  'noreply@github.com',
  'noreply@gitlab.com',
  'actions@github.com',
]);

/** Why an account is taken for a bot, or null when it is not. */
export function botReason(name: string, email: string): string | null {
  if (/\[bot\]$/i.test(name.trim())) return 'The name ends in [bot].';
  if (/\[bot\]@/i.test(email)) return 'The address ends in [bot].';
  if (KNOWN_ADDRESSES.has(email.toLowerCase())) return 'The address is on the list of known bots.';
  if (KNOWN_BOTS.has(name.trim().toLowerCase())) return 'The name is on the list of known bots.';
  return null;
}

/** Links that other repositories of the org have made: address → person. */
export type KnownPeople = ReadonlyMap<string, string>;

/** What identifies a person to git: the address; the name only where there is none. */
function personKey(name: string, email: string): string {
  return `person:${email === '' ? name : email}`;
}

interface Seen {
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
  first: number | null;
  last: number | null;
}

/** Gathers the people of commits, and the accounts by which they appear; each is brought in once. */
export class PeopleMet {
  private readonly orgId: string;
  private readonly known: KnownPeople;
  private readonly observedAt: number;
  private readonly people = new Map<string, Seen>();
  private fresh: Seen[] = [];
  private accounts = new Map<string, { row: Row; link: Row }>();
  private readonly uuids = new Map<string, string>();

  constructor(orgId: string, known: KnownPeople, observedAt: number) {
    this.orgId = orgId;
    this.known = known;
    this.observedAt = observedAt;
  }

  /** The person behind a signature, by the mapped address. */
  add(signature: Signature): string {
    const key = `${signature.rawName}\0${signature.rawEmail}\0${signature.name}\0${signature.email}`;
    const uuid = this.uuids.get(key) ?? this.meet(signature, key);
    const seen = this.people.get(uuid);
    if (seen && signature.at !== null) {
      seen.first = Math.min(seen.first ?? signature.at, signature.at);
      seen.last = Math.max(seen.last ?? signature.at, signature.at);
    }
    return uuid;
  }

  private meet(signature: Signature, key: string): string {
    const name = readText(signature.name);
    const email = readText(signature.email).toLowerCase();
    const uuid = this.known.get(email) ?? entityUuid(this.orgId, 'git', personKey(name, email));
    this.uuids.set(key, uuid);
    if (!this.people.has(uuid)) {
      const seen = { uuid, name, email, first: null, last: null };
      this.people.set(uuid, seen);
      this.fresh.push(seen);
    }
    this.account(signature, uuid);
    return uuid;
  }

  private account(signature: Signature, personUuid: string): void {
    const name = readText(signature.rawName);
    const email = readText(signature.rawEmail).toLowerCase();
    const externalId = `${name} <${email}>`;
    const uuid = entityUuid(this.orgId, 'git', `account:${externalId}`);
    const reason = botReason(name, email);
    const mapped = signature.rawEmail.toLowerCase() !== signature.email.toLowerCase();
    const common = {
      integration: 'git',
      externalId,
      username: null,
      name,
      isBot: reason !== null,
      botReason: reason,
    };
    this.accounts.set(uuid, {
      row: { uuid, emails: email === '' ? [] : [email], ...common },
      link: {
        identityUuid: uuid,
        personUuid,
        method: mapped ? 'mailmap' : 'email',
        confidence: 1,
        locked: false,
        author: 'git',
        linkedAt: this.observedAt,
      },
    });
  }

  /** The rows of those who were not met before the last call; their dates are those known by now. */
  takeRows(): { people: Row[]; identities: Row[]; links: Row[] } {
    const accounts = [...this.accounts.values()];
    const people = this.fresh.map((seen) => this.personRow(seen));
    this.fresh = [];
    this.accounts = new Map();
    return { people, identities: accounts.map(({ row }) => row), links: accounts.map(({ link }) => link) };
  }

  private personRow({ uuid, name, email, first, last }: Seen): Row {
    const reason = botReason(name, email);
    return {
      uuid,
      name,
      email: email === '' ? null : email,
      integration: 'git',
      externalId: personKey(name, email),
      isBot: reason !== null,
      botReason: reason,
      createdAt: first,
      updatedAt: last,
      firstObservedAt: this.observedAt,
      observedAt: this.observedAt,
      deleted: false,
    };
  }
}
