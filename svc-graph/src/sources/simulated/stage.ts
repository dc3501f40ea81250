import type { Row } from '../../store/load.ts';
import { entityUuid } from '../../store/uuid.ts';
import { PERIOD } from './calendar.ts';
import { Random } from './random.ts';
import type { Imitated, Recipe } from './recipe.ts';

/** Somebody who acts. */
export interface Actor {
  readonly uuid: string;
  readonly name: string;
  /** The team at a moment. */
  teamAt(at: number): string | null;
}

/** Something that happened, before it is an event. */
export interface Happening {
  readonly at: number;
  readonly integration: Imitated;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  /** Names it among all of its integration. */
  readonly id: string;
  readonly name: string | null;
  readonly actor: Actor | null;
  readonly newStatus?: string | null;
  readonly delta?: Readonly<Record<string, { before: unknown; after: unknown }>>;
  readonly comment?: string | null;
  readonly reference?: string | null;
  readonly issue?: string | null;
  readonly pullRequest?: string | null;
  readonly repository?: string | null;
  readonly project?: string | null;
}

type Tables = Map<string, Row[]>;

/** The column that each table is in order of. */
export const ORDER: Readonly<Record<string, string>> = {
  Event: 'occurredAt',
  Relation: 'since',
  Commit: 'committedAt',
  PullRequestReview: 'submittedAt',
  Worklog: 'recordedAt',
  Sprint: 'startDate',
  Release: 'publishedAt',
  CalendarEntry: 'startTime',
};

/** Where everything that is made is gathered by period, since much of it happens long after what led to it. */
export class Stage {
  readonly from: number;
  readonly to: number;
  readonly random: Random;
  readonly periods: number;
  events = 0;
  private readonly orgId: string;
  private readonly waiting: (Tables | undefined)[] = [];

  constructor(orgId: string, recipe: Recipe) {
    this.orgId = orgId;
    this.from = recipe.from;
    this.to = recipe.to;
    this.random = new Random(recipe.seed);
    this.periods = Math.ceil((recipe.to - recipe.from) / PERIOD);
  }

  id(integration: Imitated, externalId: string): string {
    return entityUuid(this.orgId, integration, externalId);
  }

  /** The columns that every entity has. */
  common(integration: Imitated, externalId: string, name: string, createdAt: number, updatedAt = createdAt) {
    return {
      uuid: this.id(integration, externalId),
      name,
      integration,
      externalId,
      sourceUrl: `https://${integration}.simulated.invalid/${encodeURIComponent(externalId)}`,
      createdAt,
      updatedAt: Math.min(updatedAt, this.to - 1),
      firstObservedAt: createdAt,
      observedAt: Math.min(updatedAt, this.to - 1),
      deleted: false,
    };
  }

  /** Whether a moment is already history. */
  isPast(at: number): boolean {
    return at < this.to;
  }

  /** Keeps a row that is known from a moment on; what lies in the future is not known. */
  add(table: string, at: number, row: Row): void {
    if (at >= this.to) return;
    const period = Math.max(0, Math.floor((at - this.from) / PERIOD));
    const tables: Tables = (this.waiting[period] ??= new Map());
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  }

  event(happening: Happening): void {
    const { at, integration, id, delta } = happening;
    if (at >= this.to) return;
    this.events += 1;
    this.add('Event', at, {
      uuid: this.id(integration, `event:${id}`),
      occurredAt: at,
      observedAt: at,
      sourceEventId: id,
      integration,
      action: happening.action,
      entityType: happening.type,
      entityUuid: happening.uuid,
      actorUuid: happening.actor?.uuid ?? null,
      teamUuid: happening.actor?.teamAt(at) ?? null,
      name: happening.name,
      newStatus: happening.newStatus ?? null,
      delta: delta ? JSON.stringify(delta) : null,
      comment: happening.comment ?? null,
      reference: happening.reference ?? null,
      issueUuid: happening.issue ?? null,
      pullRequestUuid: happening.pullRequest ?? null,
      repositoryUuid: happening.repository ?? null,
      projectUuid: happening.project ?? null,
    });
  }

  edge(
    relation: string,
    fromUuid: string,
    toUuid: string,
    since: number,
    until: number | null = null,
    lines: { additions: number; deletions: number; change: string } | null = null,
  ): void {
    this.add('Relation', since, {
      relation,
      fromUuid,
      toUuid,
      since,
      until: until !== null && until < this.to ? until : null,
      additions: lines?.additions ?? null,
      deletions: lines?.deletions ?? null,
      change: lines?.change ?? null,
    });
  }

  /** Gives away what is known of a period, in order of time. */
  take(period: number): Tables {
    const tables = this.waiting[period] ?? new Map<string, Row[]>();
    this.waiting[period] = undefined;
    for (const [table, rows] of tables) {
      const column = ORDER[table] ?? 'createdAt';
      rows.sort((left, right) => Number(left[column] ?? 0) - Number(right[column] ?? 0));
    }
    return tables;
  }
}
