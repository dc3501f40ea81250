import type { Integration } from '@cairn/entities';
import type { Load, OnMatch, Row } from '../store/load.ts';
import { naturalKey, remoteAddress } from '../store/natural-key.ts';
import { keyUuid } from '../store/uuid.ts';

/** What every entity of a tool has; moments in seconds since 1970. */
interface ToolThing {
  readonly name: string;
  readonly url: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/** An account of a tool. */
export interface ToolAccount {
  readonly id: string;
  readonly name: string;
  readonly avatarUrl: string | null;
}

/** An event before it becomes a row. */
interface ToolEvent {
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  readonly name: string;
  readonly actor: string | null;
  readonly status: string;
  readonly before: string | null;
  /** The attribute that changed. */
  readonly attribute: string;
  readonly repository: string | null;
  /** A short name of it, where it has one. */
  readonly reference?: string;
  readonly issue?: string;
}

/** An older page never undoes a newer one. */
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

const EDGE_KEY = ['relation', 'fromUuid', 'toUuid', 'since'];

/** The rows that a payload of one installation of a tool brings, each thing once. Equal payloads give equal rows. */
export class ToolRows {
  /** The kinds of what became no row. */
  readonly ignored: string[] = [];
  private readonly tables = new Map<string, Map<string, Row>>();
  private readonly of: {
    readonly orgId: string;
    readonly integration: Integration;
    readonly host: string;
  };

  constructor(of: ToolRows['of']) {
    this.of = of;
  }

  /** The uuid of a thing of the tool, by its immutable id there. */
  uuid(kind: string, id: string): string {
    const { integration, host } = this.of;
    return this.keyed(naturalKey.other({ integration, host, id: `${kind}:${id}` }));
  }

  /** The uuid of a repository, the same as that of a clone. */
  repository(url: string): string {
    return this.keyed(naturalKey.Repository({ repository: remoteAddress(url) ?? url }));
  }

  branch(repository: string, name: string): string {
    return this.keyed(naturalKey.Branch({ repository: remoteAddress(repository) ?? repository, name }));
  }

  commit(sha: string): string {
    return this.keyed(naturalKey.Commit({ sha }));
  }

  common(kind: string, id: string, { name, url, createdAt, updatedAt }: ToolThing) {
    const updated = updatedAt ?? createdAt;
    return {
      uuid: this.uuid(kind, id),
      name,
      integration: this.of.integration,
      externalId: `${this.of.host}:${kind}:${id}`,
      sourceUrl: url,
      createdAt,
      updatedAt: updated,
      firstObservedAt: createdAt,
      observedAt: updated,
      deleted: false,
    };
  }

  /** Adds a row; where the payload has it already, the later change stays. */
  add(table: string, row: Row): void {
    const known = this.tables.get(table)?.get(String(row['uuid']));
    if (!known || Number(known['updatedAt']) <= Number(row['updatedAt']))
      this.put(table, String(row['uuid']), row);
  }

  /** The uuid of an account, who becomes a person that was active at a moment. */
  person({ id, name, avatarUrl }: ToolAccount, at: number): string {
    const uuid = this.uuid('user', id);
    const before = this.tables.get('Person')?.get(uuid);
    const moments = [before?.['createdAt'], before?.['updatedAt'], at].filter(
      (each) => typeof each === 'number',
    );
    const active = { createdAt: Math.min(...moments), updatedAt: Math.max(...moments) };
    this.put('Person', uuid, { ...this.common('user', id, { name, url: null, ...active }), avatarUrl });
    return uuid;
  }

  event({ id, before, status, attribute, ...event }: ToolEvent): void {
    const uuid = this.uuid('event', id);
    this.put('Event', uuid, {
      uuid,
      occurredAt: event.at,
      observedAt: event.at,
      sourceEventId: `${this.of.host}:${id}`,
      integration: this.of.integration,
      action: event.action,
      entityType: event.type,
      entityUuid: event.uuid,
      actorUuid: event.actor,
      name: event.name,
      newStatus: status,
      delta: JSON.stringify({ [attribute]: { before, after: status } }),
      reference: event.reference ?? event.name,
      issueUuid: event.issue ?? null,
      repositoryUuid: event.repository,
    });
  }

  edge(relation: string, ends: readonly [string, string], since: number | null): void {
    const [fromUuid, toUuid] = ends;
    this.put('Relation', [relation, ...ends, since].join(' '), { relation, fromUuid, toUuid, since });
  }

  loads(): Load[] {
    return [...this.tables].map(([table, byKey]): Load => {
      const rows = [...byKey.values()];
      if (table === 'Event') return { table, rows };
      if (table === 'Relation') return { table, rows, key: EDGE_KEY };
      return { table, rows, ...(rows[0] ? { match: matchFor(rows[0]) } : {}) };
    });
  }

  private keyed(key: string): string {
    return keyUuid(this.of.orgId, key);
  }

  private put(table: string, key: string, row: Row): void {
    const rows = this.tables.get(table) ?? new Map<string, Row>();
    this.tables.set(table, rows.set(key, row));
  }
}
