import type { Load, OnMatch, Row } from '../../store/load.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { ListOwner, WholeList, WholeOfThings, WholeRelations } from '../whole-lists.ts';
import type { JiraUser } from './shapes.ts';

/** What every entity of a site has. */
interface SiteThing {
  readonly name: string;
  readonly url: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/** An event before it becomes a row. */
export interface SiteEvent {
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  readonly name: string;
  readonly actor: JiraUser | null;
  readonly newStatus?: string | null;
  readonly delta?: Readonly<
    Record<string, { readonly before: string | null; readonly after: string | null }>
  >;
  readonly comment?: string | null;
  readonly reference?: string | null;
  readonly issue?: string | null;
  readonly project?: string | null;
  readonly sprint?: string | null;
}

const userKey = (user: JiraUser): string => user.accountId || user.key || user.name || '';

/** How rows of a table meet those that are there: an older page never undoes a newer one. */
const KEEP_NEWEST = {
  createdAt: 'least',
  updatedAt: 'greatest',
  firstObservedAt: 'least',
  observedAt: 'greatest',
} as const;
const NEVER_CHANGED = new Set(['uuid', 'integration', 'externalId']);

function matchFor(row: Row): Record<string, OnMatch> {
  const columns = Object.keys(row).filter((column) => !NEVER_CHANGED.has(column));
  return { ...Object.fromEntries(columns.map((column) => [column, 'newest' as const])), ...KEEP_NEWEST };
}

/** Which list of a thing is whole. */
type ToldList = Omit<WholeList, 'owners' | 'present'> | Omit<WholeRelations, 'owners' | 'present'>;

const EDGE_KEY = ['relation', 'fromUuid', 'toUuid'];

/** The rows that a payload of one site brings, each thing once. */
export class SiteRows {
  readonly ignored: string[] = [];
  private readonly host: string;
  private readonly base: string;
  private readonly orgId: string;
  private readonly tables = new Map<string, Map<string, Row>>();
  private readonly left: Load[] = [];
  private readonly changes = new Map<string, Row[]>();
  private readonly told = new Map<string, { readonly list: ToldList; readonly owners: ListOwner[] }>();
  private readonly emails = new Map<string, Row>();
  private readonly vouched = new Map<string, Row>();

  constructor(orgId: string, site: string) {
    const { host, pathname, origin } = new URL(site);
    const path = pathname.replace(/\/$/, '');
    this.orgId = orgId;
    this.host = host + path;
    this.base = origin + path;
  }

  /** The uuid of a thing of the site, by its immutable id there. */
  uuid(kind: string, id: string): string {
    return this.keyed(naturalKey.other({ integration: 'jira', host: this.host, id: `${kind}:${id}` }));
  }

  /** The uuid of a thing that other tools know too. */
  keyed(key: string): string {
    return keyUuid(this.orgId, key);
  }

  address(path: string): string {
    return `${this.base}/${path}`;
  }

  common(kind: string, id: string, { name, url, createdAt, updatedAt }: SiteThing) {
    const updated = updatedAt ?? createdAt;
    return {
      uuid: this.uuid(kind, id),
      name,
      integration: 'jira',
      externalId: `${this.host}:${kind}:${id}`,
      sourceUrl: url,
      createdAt,
      updatedAt: updated,
      firstObservedAt: createdAt,
      observedAt: updated,
      deleted: false,
    };
  }

  add(table: string, row: Row): void {
    this.put(table, String(row['uuid']), row);
  }

  /** The uuid of a user, who becomes a person that was active at a moment. */
  person(user: JiraUser | null, at: number | null): string | null {
    const key = user ? userKey(user) : '';
    if (!user || key === '') return null;
    const uuid = this.uuid('user', key);
    const before = this.tables.get('Person')?.get(uuid);
    const moments = [before?.['createdAt'], before?.['updatedAt'], at].filter(
      (each) => typeof each === 'number',
    );
    const isApp = user.accountType === 'app';
    const [first, last] = moments.length === 0 ? [null, null] : [Math.min(...moments), Math.max(...moments)];
    this.add('Person', {
      ...this.common('user', key, {
        name: user.displayName ?? key,
        url: null,
        createdAt: first,
        updatedAt: last,
      }),
      timezone: user.timeZone,
      avatarUrl: user.avatarUrls['48x48'] ?? null,
      isBot: isApp,
      botReason: isApp ? 'The account belongs to an app.' : null,
    });
    const email = user.emailAddress?.toLowerCase();
    if (!email?.includes('@')) return uuid;
    this.emails.set(uuid, { uuid, email, emails: [email] });
    // Accounts of Cloud have verified their address; those of a server have what an admin wrote.
    if (user.accountId) this.vouched.set(uuid, { personUuid: uuid, email, integration: 'jira' });
    return uuid;
  }

  event(event: SiteEvent): void {
    const id = `${this.host}:${event.id}`;
    this.add('Event', {
      uuid: this.uuid('event', event.id),
      occurredAt: event.at,
      observedAt: event.at,
      sourceEventId: id,
      integration: 'jira',
      action: event.action,
      entityType: event.type,
      entityUuid: event.uuid,
      actorUuid: this.person(event.actor, event.at),
      name: event.name,
      newStatus: event.newStatus ?? null,
      delta: event.delta ? JSON.stringify(event.delta) : null,
      comment: event.comment ?? null,
      reference: event.reference ?? null,
      issueUuid: event.issue ?? null,
      projectUuid: event.project ?? null,
      sprintUuid: event.sprint ?? null,
    });
  }

  /** A relation that holds from a moment on. */
  datedEdge(relation: string, ends: readonly [string, string], since: number, until: number | null): void {
    const [fromUuid, toUuid] = ends;
    this.put('dated', [relation, ...ends, since].join(' '), { relation, fromUuid, toUuid, since, until });
  }

  /** A relation of which only the present is known. */
  edge(relation: string, ends: readonly [string, string], linkType: string | null = null): void {
    const [fromUuid, toUuid] = ends;
    this.put('undated', [relation, ...ends, linkType].join(' '), { relation, fromUuid, toUuid, linkType });
  }

  /** A thing that is no longer there. */
  gone(table: string, uuid: string): void {
    this.left.push({
      table,
      rows: [{ uuid, deleted: true }],
      match: { deleted: 'replace' },
      updateOnly: true,
    });
  }

  /** Changes columns of a thing that is there; the things of a table change the same ones. */
  change(table: string, row: Row): void {
    this.changes.set(table, [...(this.changes.get(table) ?? []), row]);
  }

  /** Says that a list of a thing is whole, so that what it lacks is gone. */
  tellWhole(list: ToldList, owner: ListOwner): void {
    const key = JSON.stringify(list);
    const { owners } = this.told.get(key) ?? { owners: [] };
    this.told.set(key, { list, owners: [...owners, owner] });
  }

  /** The lists that are whole, with all that the payload holds of them. */
  whole(): WholeOfThings[] {
    const rows = (table: string) => [...(this.tables.get(table)?.values() ?? [])];
    return [...this.told.values()].map(({ list, owners }) => {
      if ('kind' in list)
        return { ...list, owners, present: rows(list.kind).map(({ uuid }) => String(uuid)) };
      const present = rows('undated').map(
        ({ relation, fromUuid, toUuid, linkType }) =>
          [String(relation), String(fromUuid), String(toUuid), linkType ? String(linkType) : null] as const,
      );
      return { ...list, owners, present };
    });
  }

  loads(own: Readonly<Record<string, string>>): Load[] {
    const { dated, undated, Event, ...entities } = Object.fromEntries(
      [...this.tables].map(([table, rows]) => [table, [...rows.values()]]),
    );
    return [
      ...Object.entries(entities).map(([table, rows]): Load => ({
        table,
        rows,
        ...(rows[0] ? { match: matchFor(rows[0]) } : {}),
        ...(table === 'Issue' ? { own } : {}),
      })),
      {
        table: 'Person',
        rows: [...this.emails.values()],
        match: { email: 'replace', emails: 'replace' },
        updateOnly: true,
      },
      { table: 'VouchedEmail', rows: [...this.vouched.values()], key: ['personUuid', 'email', 'sourceId'] },
      { table: 'Event', rows: Event ?? [] },
      { table: 'Relation', rows: dated ?? [], key: [...EDGE_KEY, 'since'], match: { until: 'replace' } },
      { table: 'Relation', rows: (undated ?? []).filter(({ linkType }) => linkType === null), key: EDGE_KEY },
      {
        table: 'Relation',
        rows: (undated ?? []).filter(({ linkType }) => linkType !== null),
        key: [...EDGE_KEY, 'linkType'],
      },
      ...[...this.changes].map(([table, rows]): Load => {
        const { uuid: _, ...changed } = rows[0] ?? {};
        const match = Object.fromEntries(Object.keys(changed).map((name) => [name, 'replace' as const]));
        return { table, rows, match, updateOnly: true };
      }),
      ...this.left,
    ];
  }

  private put(table: string, key: string, row: Row): void {
    const rows = this.tables.get(table) ?? new Map<string, Row>();
    rows.set(key, row);
    this.tables.set(table, rows);
  }
}
