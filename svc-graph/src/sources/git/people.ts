import { isVisible } from '@cairn/contracts';
import type { Load, Row } from '../../store/load.ts';
import { recordLoad } from '../../store/source-records.ts';
import { entityUuid } from '../../store/uuid.ts';
import { type AccountNature, accountNature } from './account-type.ts';
import { readText } from './git.ts';
import type { Context } from './normalise.ts';
import type { Signature } from './records.ts';

/** The key of a person in git: the address, or the name where there is no address. */
function personKey(name: string, email: string): string {
  return `person:${email === '' ? name : email}`;
}

const natureColumns = ({ type, reason }: AccountNature) => ({
  isBot: type !== 'person',
  botReason: reason,
  accountType: type,
});

/** The display name of a person: the name where it has visible characters, else the address. */
function personName(name: string, email: string): string {
  return [name, email].find(isVisible) ?? 'Nameless';
}

interface Seen {
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
  first: number | null;
  last: number | null;
}

/** The rows of people, of their accounts, and of the links between them. */
export interface PeopleRows {
  readonly people: Row[];
  readonly identities: Row[];
  readonly links: Row[];
}

const NATURE = { isBot: 'replace', botReason: 'replace', accountType: 'replace', botBy: 'replace' } as const;

/** Loads accounts, and the people that each source links them to. */
export function accountLoads({ identities, links }: Pick<PeopleRows, 'identities' | 'links'>): Load[] {
  return [
    { table: 'Identity', rows: identities, match: NATURE },
    { table: 'IdentityLink', rows: links, key: ['identityUuid', 'personUuid', 'method', 'author'] },
  ];
}

/** Records that a source knows people. */
export function personRecords(
  { sourceId, observedAt }: Context,
  people: readonly Row[],
  isNew = false,
): Load {
  const known = people.map(({ uuid, externalId }) => ({
    uuid: String(uuid),
    externalId: String(externalId),
  }));
  return recordLoad({ sourceId, kind: 'Person', at: observedAt, isNew }, known);
}

/** Collects the people of commits and the accounts that they sign with; each is loaded once. */
export class PeopleMet {
  private readonly context: Context;
  private readonly people = new Map<string, Seen>();
  private fresh: Seen[] = [];
  private accounts = new Map<string, { row: Row; link: Row }>();
  private readonly uuids = new Map<string, string>();

  constructor(context: Context) {
    this.context = context;
  }

  /**
   * The uuid of the person who signed, by the address that the repository's mailmap gives. No mailmap is applied to
   * those that a trailer names.
   */
  add(signature: Signature, method?: 'trailer'): string {
    const key = `${method ?? ''}${signature.rawName}\0${signature.rawEmail}\0${signature.name}\0${signature.email}`;
    const uuid = this.uuids.get(key) ?? this.meet(signature, key, method);
    const seen = this.people.get(uuid);
    if (seen && signature.at !== null) {
      seen.first = Math.min(seen.first ?? signature.at, signature.at);
      seen.last = Math.max(seen.last ?? signature.at, signature.at);
    }
    return uuid;
  }

  private meet(signature: Signature, key: string, method?: 'trailer'): string {
    const name = readText(signature.name);
    const email = readText(signature.email).toLowerCase();
    const uuid = entityUuid(this.context.orgId, 'git', personKey(name, email));
    this.uuids.set(key, uuid);
    if (!this.people.has(uuid)) {
      const seen = { uuid, name, email, first: null, last: null };
      this.people.set(uuid, seen);
      this.fresh.push(seen);
    }
    this.account(signature, uuid, method);
    return uuid;
  }

  private account(signature: Signature, personUuid: string, method?: 'trailer'): void {
    const name = readText(signature.rawName);
    const email = readText(signature.rawEmail).toLowerCase();
    const externalId = `${name} <${email}>`;
    const uuid = entityUuid(this.context.orgId, 'git', `account:${externalId}`);
    const nature = accountNature(name, email);
    const mapped = signature.rawEmail.toLowerCase() !== signature.email.toLowerCase();
    const common = {
      integration: 'git',
      externalId,
      username: null,
      name,
      ...natureColumns(nature),
      botBy: nature.by,
    };
    this.accounts.set(`${uuid} ${personUuid} ${method ?? ''}`, {
      row: { uuid, emails: email === '' ? [] : [email], ...common },
      link: {
        identityUuid: uuid,
        personUuid,
        method: method ?? (mapped ? 'mailmap' : 'email'),
        confidence: 1,
        locked: false,
        author: this.context.sourceId,
        linkedAt: this.context.observedAt,
      },
    });
  }

  /** The rows of people and accounts added since the last call, with the dates known so far. */
  takeRows(): PeopleRows {
    const accounts = [...this.accounts.values()];
    const people = this.fresh.map((seen) => this.personRow(seen));
    this.fresh = [];
    this.accounts = new Map();
    return {
      people,
      identities: [...new Map(accounts.map(({ row }) => [row['uuid'], row])).values()],
      links: accounts.map(({ link }) => link),
    };
  }

  private personRow({ uuid, name, email, first, last }: Seen): Row {
    return {
      uuid,
      name: personName(name, email),
      email: email === '' ? null : email,
      integration: 'git',
      externalId: personKey(name, email),
      ...natureColumns(accountNature(name, email)),
      createdAt: first,
      updatedAt: last,
      firstObservedAt: this.context.observedAt,
      observedAt: this.context.observedAt,
      deleted: false,
    };
  }
}
