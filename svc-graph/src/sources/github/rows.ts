import type { Load, OnMatch, Row } from '../../store/load.ts';
import { naturalKey, remoteAddress } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { NormalisedPayload, RowsOf } from '../payload.ts';
import type { GithubActor } from './payloads.ts';

/** The moment of a time as GitHub writes it, in seconds. */
export const toSeconds = (time: string) => Date.parse(time) / 1_000;

/** A thing of GitHub before it is a row. */
interface Thing {
  readonly id: string;
  readonly name: string;
  readonly url?: string | null | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Happening {
  readonly at: string;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  /** Unique within the host. */
  readonly id: string;
  readonly name: string;
  readonly actor: GithubActor;
  readonly reference: string;
  readonly newStatus?: string;
  readonly comment?: string;
  readonly delta?: Readonly<
    Record<string, { readonly before: string | null; readonly after: string | null }>
  >;
  /** Of a pull request: whether it was a draft then. */
  readonly draft?: boolean;
  readonly issue?: string;
  readonly pullRequest?: string;
  readonly sprint?: string;
}

/** When a relation holds, and what it says. */
interface EdgeFacts {
  readonly since: number;
  readonly until?: number | null;
  readonly verdict?: string | null;
  readonly role?: string | null;
}

/** An earlier pull request says less of its branch than a later push. */
const BRANCH_MATCH = {
  status: 'newest',
  statusCategory: 'newest',
  headUuid: 'newest',
  createdAt: 'least',
  updatedAt: 'greatest',
} as const;

const EDGE_KEY = ['relation', 'fromUuid', 'toUuid', 'since'];

/** Collects the rows of one payload. Equal payloads give equal rows. */
export class GithubRows {
  readonly repositoryUuid: string;
  /** The kinds of what became no row. */
  readonly ignored: string[] = [];
  private readonly of: RowsOf;
  /** The address of the repository without its protocol, as keys name it. */
  private readonly address: string;
  private readonly host: string;
  private readonly left: Load[] = [];
  private readonly tables = new Map<string, Map<string, Row>>();

  constructor(of: RowsOf, repository: string) {
    this.of = of;
    this.host = new URL(repository).host;
    this.address = remoteAddress(repository) ?? repository;
    this.repositoryUuid = this.repository(repository);
  }

  /** The uuid of a repository, the same as that of a clone. */
  repository(url: string): string {
    return keyUuid(this.of.orgId, naturalKey.Repository({ repository: remoteAddress(url) ?? url }));
  }

  /** The uuid of anything else by its immutable id. */
  id(id: string): string {
    return keyUuid(this.of.orgId, naturalKey.other({ integration: 'github', host: this.host, id }));
  }

  branch(name: string): string {
    const { orgId } = this.of;
    return keyUuid(orgId, naturalKey.Branch({ repository: this.address, name }));
  }

  release(tag: string): string {
    const { orgId } = this.of;
    return keyUuid(orgId, naturalKey.Release({ repository: this.address, tag }));
  }

  commit(sha: string): string {
    return this.keyed(naturalKey.Commit({ sha }));
  }

  /** The uuid of what has a key of its own. */
  keyed(key: string): string {
    return keyUuid(this.of.orgId, key);
  }

  /** Adds a thing, and answers its uuid. */
  add(table: string, thing: Thing, more: Row, uuid = this.id(thing.id)): string {
    const [created, updated] = [toSeconds(thing.createdAt), toSeconds(thing.updatedAt)];
    this.put(table, uuid, {
      uuid,
      name: thing.name,
      integration: 'github',
      externalId: thing.id,
      sourceUrl: thing.url ?? null,
      createdAt: created,
      updatedAt: updated,
      firstObservedAt: created,
      observedAt: updated,
      deleted: false,
      ...more,
    });
    return uuid;
  }

  /** Adds a row as it is; where the payload has it already, the later change stays. */
  addRow(table: string, row: Row): void {
    const uuid = String(row['uuid']);
    const known = this.tables.get(table)?.get(uuid);
    if (!known || Number(known['updatedAt']) <= Number(row['updatedAt'])) this.put(table, uuid, row);
  }

  /** The uuid of an account; null for one that is gone. */
  account(actor: GithubActor): string | null {
    return actor ? this.id(actor.id ?? `login:${actor.login}`) : null;
  }

  /** The person of an account, with their row; null for one that is gone. */
  person(actor: GithubActor, at: string): string | null {
    if (!actor) return null;
    const id = actor.id ?? `login:${actor.login}`;
    const name = actor.name ?? actor.login;
    const isBot = actor.__typename === 'Bot';
    const known = { id, name, url: actor.url, createdAt: at, updatedAt: at };
    const avatarUrl = actor.avatarUrl ?? null;
    const nature = { isBot, botReason: isBot ? 'GitHub says so' : null, avatarUrl };
    return this.add('Person', known, { ...nature, email: null });
  }

  edge(relation: string, ends: readonly [string, string], facts: EdgeFacts): void {
    const [fromUuid, toUuid] = ends;
    const { since, until = null, verdict = null, role = null } = facts;
    const key = [relation, ...ends, since].join(' ');
    this.put('Relation', key, { relation, fromUuid, toUuid, since, until, verdict, role });
  }

  event(happening: Happening): void {
    const { at, id, actor } = happening;
    const uuid = this.id(`event:${id}`);
    this.put('Event', uuid, {
      uuid,
      occurredAt: toSeconds(at),
      observedAt: toSeconds(at),
      sourceEventId: id,
      integration: 'github',
      action: happening.action,
      entityType: happening.type,
      entityUuid: happening.uuid,
      actorUuid: this.person(actor, at),
      name: happening.name,
      newStatus: happening.newStatus ?? null,
      comment: happening.comment ?? null,
      delta: happening.delta ? JSON.stringify(happening.delta) : null,
      draft: happening.draft ?? null,
      reference: happening.reference,
      issueUuid: happening.issue ?? null,
      pullRequestUuid: happening.pullRequest ?? null,
      sprintUuid: happening.sprint ?? null,
      repositoryUuid: this.repositoryUuid,
    });
  }

  /** Adds rows as they are loaded. */
  bring(load: Load): void {
    this.left.push(load);
  }

  /** Says that GitHub has verified an address as that of a person. */
  vouch(personUuid: string, email: string): void {
    this.put('VouchedEmail', `${personUuid} ${email}`, { personUuid, email, integration: 'github' });
  }

  /** Changes a thing that is there, and adds none. */
  change(table: string, uuid: string, facts: Row): void {
    const match = Object.fromEntries(Object.keys(facts).map((name) => [name, 'replace' as const]));
    this.left.push({ table, rows: [{ uuid, ...facts }], match, updateOnly: true });
  }

  private put(table: string, uuid: string, row: Row): void {
    const rows = this.tables.get(table) ?? new Map<string, Row>();
    this.tables.set(table, rows.set(uuid, row));
  }

  normalised(): NormalisedPayload {
    return { loads: this.loads(), ignored: this.ignored };
  }

  /** What was collected. A clone says more of a repository, and its first row of a person stays. */
  loads(): Load[] {
    const loads = [...this.tables].map(([table, byId]): Load => {
      const rows = [...byId.values()];
      const match: Record<string, OnMatch> = {};
      for (const column of Object.keys(rows[0] ?? {}))
        if (!['uuid', 'integration', 'firstObservedAt'].includes(column)) match[column] = 'replace';
      if (table === 'Relation')
        return {
          table,
          rows,
          key: EDGE_KEY,
          match: { until: 'replace', verdict: 'replace', role: 'replace' },
        };
      if (table === 'Repository')
        return {
          table,
          rows,
          match: { description: 'replace', private: 'replace', sourceUrl: 'replace', deleted: 'replace' },
        };
      if (table === 'VouchedEmail') return { table, rows, key: ['personUuid', 'email', 'sourceId'] };
      if (table === 'Branch') return { table, rows, match: BRANCH_MATCH };
      if (table === 'Person')
        return { table, rows, match: { name: 'replace', avatarUrl: 'replace', createdAt: 'least' } };
      return { table, rows, match };
    });
    return [...loads, ...this.left];
  }
}

/** The names of accounts, for columns that list them. */
export const listNames = (actors: readonly GithubActor[]): readonly string[] => [
  ...new Set(actors.flatMap((actor) => (actor ? [actor.name ?? actor.login] : []))),
];
