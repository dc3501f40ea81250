import type { Load, OnMatch, Row } from '../../store/load.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { MemberList, WholeOfThings } from '../whole-lists.ts';
import type { SlackTeam } from './shapes.ts';

/** Somebody as a message names them. */
export interface SlackAuthor {
  readonly id: string;
  /** What they are called where the list of people does not say. */
  readonly name: string;
  readonly isBot: boolean;
}

/** An event before it becomes a row. */
export interface SlackHappening {
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly type: 'Channel' | 'Message';
  readonly uuid: string;
  readonly name: string;
  readonly actor: string | null;
  readonly channel: string;
  readonly reference: string | null;
}

const BOT_REASON = 'Slack says so.';
/** What a message says of a channel or a person that a list tells better. */
const SEEN: Readonly<Record<string, OnMatch>> = {
  createdAt: 'least',
  updatedAt: 'greatest',
  firstObservedAt: 'least',
  observedAt: 'greatest',
};
const NEVER_CHANGED = new Set(['uuid', 'integration', 'externalId', ...Object.keys(SEEN)]);

function matchFor(row: Row, how: OnMatch): Record<string, OnMatch> {
  const columns = Object.keys(row).filter((column) => !NEVER_CHANGED.has(column));
  return { ...SEEN, ...Object.fromEntries(columns.map((column) => [column, how])) };
}

const EDGE_KEY = ['relation', 'fromUuid', 'toUuid'];

/** The rows that a payload of one workspace brings, each thing once. */
export class WorkspaceRows {
  readonly ignored: string[] = [];
  readonly whole: WholeOfThings[] = [];
  private readonly orgId: string;
  private readonly team: SlackTeam;
  private readonly tables = new Map<string, Map<string, Row>>();

  constructor(orgId: string, team: SlackTeam) {
    this.orgId = orgId;
    this.team = team;
  }

  /** The uuid of a thing of the workspace, by its immutable id there. */
  uuid(kind: 'channel' | 'event' | 'message' | 'user', id: string): string {
    const key = naturalKey.other({ integration: 'slack', host: this.team.id, id: `${kind}:${id}` });
    return keyUuid(this.orgId, key);
  }

  /** How a thing is called among everything of all workspaces. */
  externalId(kind: 'channel' | 'message' | 'user', id: string): string {
    return `${this.team.id}:${kind}:${id}`;
  }

  /** What every entity of a workspace has. */
  common(
    kind: 'channel' | 'message' | 'user',
    id: string,
    facts: {
      readonly name: string;
      readonly path: string;
      readonly createdAt: number | null;
      readonly updatedAt?: number | null;
    },
  ) {
    const { name, path, createdAt, updatedAt = createdAt } = facts;
    return {
      uuid: this.uuid(kind, id),
      name,
      integration: 'slack',
      externalId: this.externalId(kind, id),
      sourceUrl: this.team.address === '' ? null : `${this.team.address.replace(/\/$/, '')}/${path}`,
      createdAt,
      updatedAt,
      firstObservedAt: createdAt,
      observedAt: updatedAt,
      deleted: false,
    };
  }

  /** Adds a row whose columns a later one of the same list changes. */
  add(table: 'Channel' | 'Message' | 'Person' | 'told', row: Row): void {
    this.put(table, String(row['uuid']), row);
  }

  /** The uuid of whoever was active at a moment; who they are, a list of people says better. */
  author({ id, name, isBot }: SlackAuthor, at: number): string {
    const uuid = this.uuid('user', id);
    const before = this.tables.get('seen')?.get(uuid);
    const moments = [before?.['createdAt'], before?.['updatedAt'], at].filter(
      (each) => typeof each === 'number',
    );
    const [first, last] = [Math.min(...moments), Math.max(...moments)];
    const known = { name, path: `team/${id}`, createdAt: first, updatedAt: last };
    const botReason = isBot ? BOT_REASON : null;
    this.put('seen', uuid, { ...this.common('user', id, known), isBot, botReason });
    return uuid;
  }

  event(happening: SlackHappening): void {
    const { id, at, action, type, uuid, name, actor, channel, reference } = happening;
    this.put('Event', id, {
      uuid: this.uuid('event', id),
      occurredAt: at,
      observedAt: at,
      sourceEventId: `${this.team.id}:${id}`,
      integration: 'slack',
      action,
      entityType: type,
      entityUuid: uuid,
      actorUuid: actor,
      name,
      reference,
      channelUuid: channel,
    });
  }

  mention(from: string, to: string, since: number): void {
    const relation = 'messageMentions';
    this.put('Relation', [relation, from, to].join(' '), { relation, fromUuid: from, toUuid: to, since });
  }

  /** Says that a changed message mentions these people and nobody else. */
  mentionsAlone(uuid: string, people: readonly string[], at: number): void {
    const present = people.map((person) => ['messageMentions', uuid, person, null] as const);
    const owners = [{ uuid, at }];
    const relations = ['messageMentions'];
    this.whole.push({ relations, side: 'from', ownerKind: 'Message', owners, present });
  }

  /** Says who belongs to a channel. */
  members(list: MemberList): void {
    this.whole.push(list);
  }

  /** Says that messages are there no more. */
  gone(ids: readonly string[]): void {
    const gone = ids.map((id) => this.uuid('message', id));
    this.whole.push({ kind: 'Message', gone });
    for (const uuid of gone) this.put('gone', uuid, { uuid, name: 'Deleted message', body: null });
  }

  /** Says that channels are there no more, or for their members alone. */
  lost(ids: readonly string[]): void {
    this.whole.push({ kind: 'Channel', gone: ids.map((id) => this.uuid('channel', id)) });
  }

  loads(): Load[] {
    const rows = (table: string) => [...(this.tables.get(table)?.values() ?? [])];
    const load = (table: string, from: string, match: (row: Row) => Record<string, OnMatch>): Load => {
      const [row] = rows(from);
      return { table, rows: rows(from), ...(row ? { match: match(row) } : {}) };
    };
    return [
      load('Person', 'Person', (row) => matchFor(row, 'replace')),
      load('Person', 'seen', () => ({ ...SEEN })),
      load('Channel', 'Channel', (row) => matchFor(row, 'newest')),
      load('Message', 'Message', (row) => matchFor(row, 'newest')),
      // A message of a webhook knows neither the name of its channel nor the reactions of others.
      load('Message', 'told', ({ name: _name, reactions: _reactions, sourceUrl: _url, ...row }) =>
        matchFor(row, 'newest'),
      ),
      { table: 'Message', rows: rows('gone'), match: { name: 'replace', body: 'replace' }, updateOnly: true },
      { table: 'Event', rows: rows('Event') },
      { table: 'Relation', rows: rows('Relation'), key: EDGE_KEY },
    ];
  }

  private put(table: string, key: string, row: Row): void {
    const rows = this.tables.get(table) ?? new Map<string, Row>();
    this.tables.set(table, rows.set(key, row));
  }
}
