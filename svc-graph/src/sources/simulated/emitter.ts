import type { Row } from '../../store/load.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { entityUuid, keyUuid } from '../../store/uuid.ts';
import { PERIOD } from './calendar.ts';
import { SeededRandom } from './random.ts';
import type { Imitated, Recipe } from './recipe.ts';

/** A person or bot that acts. */
export interface SimulatedActor {
  readonly uuid: string;
  readonly name: string;
  /** When the actor leaves; nobody acts later. */
  readonly left?: number;
  /** The team at a moment. */
  teamAt(at: number): string | null;
}

/** An event before it becomes a row. */
export interface SimulatedEvent {
  readonly at: number;
  readonly integration: Imitated;
  readonly action: string;
  readonly type: string;
  readonly uuid: string;
  /** Unique within its integration. */
  readonly id: string;
  readonly name: string | null;
  readonly actor: SimulatedActor | null;
  readonly newStatus?: string | null;
  readonly delta?: Readonly<Record<string, { before: unknown; after: unknown }>>;
  readonly comment?: string | null;
  readonly reference?: string | null;
  readonly issue?: string | null;
  readonly pullRequest?: string | null;
  readonly repository?: string | null;
  readonly project?: string | null;
  readonly sprint?: string | null;
  readonly channel?: string | null;
  /** Whether a pull request is a draft at that moment. */
  readonly draft?: boolean | null;
}

/** The values of the columns that every entity has. */
export interface EntityFacts {
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt?: number;
}

/** The properties that edges of some relation have. */
const NO_PROPERTIES = {
  additions: null as number | null,
  deletions: null as number | null,
  change: null as string | null,
  answer: null as string | null,
  verdict: null as string | null,
  role: null as string | null,
  linkType: null as string | null,
};

/** When a relation holds, and its properties. */
export interface EdgeFacts {
  readonly since: number;
  readonly until?: number | null;
  readonly properties?: Partial<typeof NO_PROPERTIES>;
}

type Tables = Map<string, Row[]>;

/** An id as the path of an address: a colon may stand in one as it is. */
const plainPath = (externalId: string) => encodeURIComponent(externalId).replaceAll('%3A', ':');

const hostOf = (integration: Imitated) => `${integration}.simulated.invalid`;

/** The column that each table is sorted by. */
export const ORDER: Readonly<Record<string, string>> = {
  Event: 'occurredAt',
  Relation: 'since',
  Commit: 'committedAt',
  PullRequestReview: 'submittedAt',
  Worklog: 'recordedAt',
  SimulatedSprint: 'startDate',
  Release: 'publishedAt',
  CalendarEntry: 'startTime',
  Vulnerability: 'introducedAt',
};

/** Collects simulated rows by period, because effects may come much later than their cause. */
export class Emitter {
  readonly from: number;
  readonly to: number;
  readonly random: SeededRandom;
  readonly periods: number;
  events = 0;
  private readonly orgId: string;
  private readonly waiting: (Tables | undefined)[] = [];

  constructor(orgId: string, recipe: Recipe) {
    this.orgId = orgId;
    this.from = recipe.from;
    this.to = recipe.to;
    this.random = new SeededRandom(recipe.seed);
    this.periods = Math.ceil((recipe.to - recipe.from) / PERIOD);
  }

  /** The uuid of what a tool of the company knows under this id. */
  id(integration: Imitated, externalId: string): string {
    return keyUuid(this.orgId, naturalKey.other({ integration, host: hostOf(integration), id: externalId }));
  }

  repositoryId(name: string): string {
    return keyUuid(
      this.orgId,
      naturalKey.Repository({ repository: `${hostOf('github')}/simulated/${name}` }),
    );
  }

  commitId(sha: string): string {
    return keyUuid(this.orgId, naturalKey.Commit({ sha }));
  }

  /** A text by which a thing is drawn and ordered; unlike its uuid, it never changes. */
  salt(integration: Imitated, externalId: string): string {
    return entityUuid(this.orgId, integration, externalId);
  }

  /** The columns that every entity has. */
  common(integration: Imitated, externalId: string, { name, createdAt, updatedAt = createdAt }: EntityFacts) {
    const updated = Math.min(updatedAt, this.to - 1);
    return {
      uuid: this.id(integration, externalId),
      name,
      integration,
      externalId,
      sourceUrl: `https://${hostOf(integration)}/${plainPath(externalId)}`,
      createdAt,
      updatedAt: updated,
      firstObservedAt: createdAt,
      observedAt: updated,
      deleted: false,
    };
  }

  /** True when a moment is in the past. */
  isPast(at: number): boolean {
    return at < this.to;
  }

  /** Adds a row as of a moment; future rows are dropped. */
  add(table: string, at: number, row: Row): void {
    if (at >= this.to) return;
    const period = Math.max(0, Math.floor((at - this.from) / PERIOD));
    const tables: Tables = (this.waiting[period] ??= new Map());
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  }

  /** Emits an event, unless it lies in the future. */
  event(facts: SimulatedEvent): void {
    const { at, integration, id, delta } = facts;
    if (at >= this.to) return;
    this.events += 1;
    this.add('Event', at, {
      uuid: this.id(integration, `event:${id}`),
      occurredAt: at,
      observedAt: at,
      sourceEventId: id,
      integration,
      action: facts.action,
      entityType: facts.type,
      entityUuid: facts.uuid,
      actorUuid: facts.actor?.uuid ?? null,
      teamUuid: facts.actor?.teamAt(at) ?? null,
      name: facts.name,
      newStatus: facts.newStatus ?? null,
      delta: delta ? JSON.stringify(delta) : null,
      comment: facts.comment ?? null,
      reference: facts.reference ?? null,
      issueUuid: facts.issue ?? null,
      pullRequestUuid: facts.pullRequest ?? null,
      repositoryUuid: facts.repository ?? null,
      projectUuid: facts.project ?? null,
      sprintUuid: facts.sprint ?? null,
      channelUuid: facts.channel ?? null,
      draft: facts.draft ?? null,
    });
  }

  /** Emits a relation between two entities. */
  edge(relation: string, fromUuid: string, toUuid: string, facts: EdgeFacts): void {
    const { since, until = null, properties = {} } = facts;
    this.add('Relation', since, {
      relation,
      fromUuid,
      toUuid,
      since,
      until: until !== null && until < this.to ? until : null,
      ...NO_PROPERTIES,
      ...properties,
    });
  }

  /** Removes and returns the rows of a period, in order of time. */
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
