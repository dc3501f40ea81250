import type { Load, OnMatch, Row } from '../../store/load.ts';
import { naturalKey, remoteAddress } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { NormalisedPayload, RowsOf } from '../payload.ts';
import type { ListOwner, WholeList, WholeOfThings } from '../whole-lists.ts';
import type { GitlabUser } from './shapes.ts';

/** A thing of GitLab before it is a row. Its key is unique within the host. */
interface GitlabThing {
  readonly key: string;
  readonly name: string;
  readonly url?: string | null | undefined;
  /** Seconds since 1970; null where GitLab does not tell. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

type Delta = Readonly<Record<string, { readonly before: string | null; readonly after: string | null }>>;

interface GitlabHappening {
  readonly id: string;
  readonly at: number | null;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  readonly name: string;
  readonly actor: GitlabUser;
  readonly reference: string;
  readonly newStatus?: string;
  readonly comment?: string;
  readonly delta?: Delta;
  /** Of a merge request: whether it was a draft then. */
  readonly draft?: boolean;
  readonly issue?: string;
  readonly pullRequest?: string;
  readonly sprint?: string;
}

interface EdgeFacts {
  /** Left out for a relation of which only the present is known. */
  readonly since?: number | null;
  readonly until?: number | null;
  readonly verdict?: string | null;
  readonly linkType?: string | null;
}

/** The project whose things are added: its number, and the address that stands in its keys. */
export interface ProjectOfRows {
  readonly id: number;
  readonly address: string;
}

/** Accounts that GitLab makes for tokens and services, and the one that stands for people who are gone. */
const BOT =
  /^(?:(?:project|group)_\d+_bot(?:_\w+)?|service_account_\w+|(?:support|alert|ghost)(?:-?bot)?\d*|gitlab-bot)$/i;
const GHOST = 'ghost';

const NEVER_CHANGED = new Set(['uuid', 'integration', 'externalId']);
const KEEP_NEWEST = {
  createdAt: 'least',
  updatedAt: 'greatest',
  firstObservedAt: 'least',
  observedAt: 'greatest',
} as const;
/** A clone says more of a repository, and an earlier merge request less of its branch than a later push. */
const MATCHES: Readonly<Record<string, Readonly<Record<string, OnMatch>>>> = {
  Repository: {
    description: 'replace',
    private: 'replace',
    sourceUrl: 'replace',
    projectUuid: 'replace',
    deleted: 'replace',
  },
  Branch: {
    status: 'newest',
    statusCategory: 'newest',
    headUuid: 'newest',
    createdAt: 'least',
    updatedAt: 'greatest',
  },
  Person: {
    name: 'replace',
    avatarUrl: 'replace',
    sourceUrl: 'replace',
    createdAt: 'least',
    updatedAt: 'greatest',
    firstObservedAt: 'least',
    observedAt: 'greatest',
  },
};

function matchFor(table: string, row: Row): Readonly<Record<string, OnMatch>> {
  const columns = Object.keys(row).filter((column) => !NEVER_CHANGED.has(column));
  return (
    MATCHES[table] ?? {
      ...Object.fromEntries(columns.map((name) => [name, 'newest' as const])),
      ...KEEP_NEWEST,
    }
  );
}

const EDGE_KEY = ['relation', 'fromUuid', 'toUuid'];

/** Collects the rows of one payload. Equal payloads give equal rows. */
export class GitlabRows {
  /** The kinds of what became no row. */
  readonly ignored: string[] = [];
  readonly projectUuid: string | null;
  readonly repositoryUuid: string | null;
  private readonly of: RowsOf;
  private readonly host: string;
  /** The address of the project without its protocol, as keys name it. */
  private readonly address: string;
  private readonly left: Load[] = [];
  private readonly wholes: WholeOfThings[] = [];
  private readonly lists = new Map<
    string,
    { readonly list: Omit<WholeList, 'owners' | 'present'>; readonly owners: ListOwner[] }
  >();
  private readonly tables = new Map<string, Map<string, Row>>();

  constructor(of: RowsOf, host: string, project?: ProjectOfRows) {
    this.of = of;
    this.host = host;
    this.address = project ? (remoteAddress(project.address) ?? project.address) : '';
    this.projectUuid = project ? this.id(`project:${String(project.id)}`) : null;
    this.repositoryUuid = project ? this.repository(project.address) : null;
  }

  /** The uuid of a repository, the same as that of a clone. */
  repository(url: string): string {
    return keyUuid(this.of.orgId, naturalKey.Repository({ repository: remoteAddress(url) ?? url }));
  }

  /** The uuid of anything else by its key. */
  id(key: string): string {
    return keyUuid(this.of.orgId, naturalKey.other({ integration: 'gitlab', host: this.host, id: key }));
  }

  branch(name: string): string {
    return keyUuid(this.of.orgId, naturalKey.Branch({ repository: this.address, name }));
  }

  release(tag: string): string {
    return keyUuid(this.of.orgId, naturalKey.Release({ repository: this.address, tag }));
  }

  commit(sha: string): string {
    return keyUuid(this.of.orgId, naturalKey.Commit({ sha }));
  }

  /** Adds a thing, and answers its uuid. */
  add(table: string, thing: GitlabThing, more: Row, uuid = this.id(thing.key)): string {
    const { createdAt, updatedAt } = thing;
    this.put(table, uuid, {
      uuid,
      name: thing.name,
      integration: 'gitlab',
      externalId: `${this.host}:${thing.key}`,
      sourceUrl: thing.url ?? null,
      createdAt,
      updatedAt: updatedAt ?? createdAt,
      firstObservedAt: createdAt,
      observedAt: updatedAt ?? createdAt,
      deleted: false,
      ...more,
    });
    return uuid;
  }

  /** The person of an account, with their row; null for one that is gone. */
  person(user: GitlabUser, at: number | null): string | null {
    if (!user || user.username === GHOST) return null;
    const key = `user:${String(user.id)}`;
    const before = this.tables.get('Person')?.get(this.id(key));
    const moments = [before?.['createdAt'], before?.['updatedAt'], at].filter(
      (each) => typeof each === 'number',
    );
    const [createdAt, updatedAt] =
      moments.length === 0 ? [null, null] : [Math.min(...moments), Math.max(...moments)];
    const isBot = user.bot === true || BOT.test(user.username);
    return this.add(
      'Person',
      { key, name: user.name ?? user.username, url: user.web_url, createdAt, updatedAt },
      { isBot, botReason: isBot ? 'GitLab says so' : null, avatarUrl: user.avatar_url ?? null },
    );
  }

  /** Adds a relation; one that began at an unknown moment has none. */
  edge(relation: string, [fromUuid, toUuid]: readonly [string, string], facts: EdgeFacts = {}): void {
    const { since = null, until = null, verdict = null, linkType = null } = facts;
    const row = {
      relation,
      fromUuid,
      toUuid,
      ...(since === null ? {} : { since, until, verdict }),
      ...(linkType === null ? {} : { linkType }),
    };
    const table = since !== null ? 'dated' : linkType !== null ? 'linked' : 'undated';
    this.put(table, [relation, fromUuid, toUuid, since, linkType].join(' '), row);
  }

  event(happening: GitlabHappening): void {
    const { at, id, actor, delta } = happening;
    if (at === null) return;
    const uuid = this.id(`event:${id}`);
    this.put('Event', uuid, {
      uuid,
      occurredAt: at,
      observedAt: at,
      sourceEventId: `${this.host}:${id}`,
      integration: 'gitlab',
      action: happening.action,
      entityType: happening.type,
      entityUuid: happening.uuid,
      actorUuid: this.person(actor, at),
      name: happening.name,
      newStatus: happening.newStatus ?? null,
      comment: happening.comment ?? null,
      delta: delta ? JSON.stringify(delta) : null,
      draft: happening.draft ?? null,
      reference: happening.reference,
      issueUuid: happening.issue ?? null,
      pullRequestUuid: happening.pullRequest ?? null,
      sprintUuid: happening.sprint ?? null,
      repositoryUuid: this.repositoryUuid,
      projectUuid: this.projectUuid,
    });
  }

  /** Changes a thing that is there, and adds none. */
  change(table: string, uuid: string, facts: Row): void {
    const match = Object.fromEntries(Object.keys(facts).map((name) => [name, 'replace' as const]));
    this.left.push({ table, rows: [{ uuid, ...facts }], match, updateOnly: true });
  }

  /** Says that things are gone. */
  gone(kind: string, uuids: readonly string[]): void {
    if (uuids.length > 0) this.wholes.push({ kind, gone: uuids });
  }

  /** Says that a list of a thing is whole, so that what it lacks leaves. */
  tellWhole(list: Omit<WholeList, 'owners' | 'present'>, owner: ListOwner): void {
    const { owners } = this.lists.get(list.kind) ?? { owners: [] };
    this.lists.set(list.kind, { list, owners: [...owners, owner] });
  }

  normalised(): NormalisedPayload {
    const present = (kind: string) => [...(this.tables.get(kind)?.keys() ?? [])];
    const told = [...this.lists.values()].map(({ list, owners }) => ({
      ...list,
      owners,
      present: present(list.kind),
    }));
    return { loads: this.loads(), whole: [...this.wholes, ...told], ignored: this.ignored };
  }

  private loads(): Load[] {
    const {
      dated = [],
      undated = [],
      linked = [],
      Event = [],
      ...entities
    } = Object.fromEntries([...this.tables].map(([table, rows]) => [table, [...rows.values()]]));
    const relation = (rows: readonly Row[], more: readonly string[], match: Load['match'] = {}): Load => ({
      table: 'Relation',
      rows,
      key: [...EDGE_KEY, ...more],
      match,
    });
    return [
      ...Object.entries(entities).map(([table, rows]): Load => ({
        table,
        rows,
        match: matchFor(table, rows[0] ?? {}),
      })),
      { table: 'Event', rows: Event },
      relation(dated, ['since'], { until: 'replace', verdict: 'replace' }),
      relation(undated, []),
      relation(linked, ['linkType']),
      ...this.left,
    ].filter(({ rows }) => rows.length > 0);
  }

  private put(table: string, key: string, row: Row): void {
    const rows = this.tables.get(table) ?? new Map<string, Row>();
    this.tables.set(table, rows.set(key, row));
  }
}

/** The names of accounts, for columns that list them. */
export const listUserNames = (users: readonly GitlabUser[]): readonly string[] => [
  ...new Set(users.flatMap((user) => (user ? [user.name ?? user.username] : []))),
];
