import { groupProperties } from '../../../../mfe-entity/src/properties/group-properties.ts';
import type { EntityDetail } from '@cairn/contracts';
import type { EntityService } from '../../../../svc-graph/test/entity-service.ts';
import type { PageFigure } from './figure.ts';
import { hoursOf, workedBetween } from './working-hours.ts';

type Names = readonly string[];

/** The values of measures as cards and bars of a page find them, by name. */
export function measured(entity: EntityDetail, names: Names): Record<string, unknown> {
  const { properties, analysis } = groupProperties(entity);
  const all = [...properties, ...analysis];
  return Object.fromEntries(
    names.map((name) => {
      const twin = `cairn${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const found = all.find((each) => each.name === name) ?? all.find((each) => each.name === twin);
      return [name, found?.value ?? null];
    }),
  );
}

interface PullMoments {
  readonly author: string;
  readonly created: number;
  readonly ready: number;
  readonly merged: number | null;
  readonly reviewed: number | null;
  readonly approved: number | null;
  readonly committed: number | null;
  readonly deployed: number | null;
}

/** What people did with a pull request, by its events alone. */
const PULL = `WITH said AS (SELECT e.* FROM "Event" e JOIN "Person" a ON a.uuid = e."actorUuid" JOIN "PullRequest" p ON p.uuid = e."pullRequestUuid"
    WHERE p.uuid = $1::UUID AND NOT a."isBot" AND a.uuid <> p."createdByUuid" AND e.action IN ('approved', 'changes_requested', 'reviewed', 'commented')
      AND e."entityType" <> 'CicdPipeline' AND (p."mergedAt" IS NULL OR e."occurredAt" <= p."mergedAt")),
  verdict AS (SELECT "actorUuid", max_by(action, "occurredAt") AS action, max("occurredAt") AS moment FROM said WHERE action IN ('approved', 'changes_requested') GROUP BY 1),
  begun AS (SELECT coalesce(max("occurredAt") FILTER (action = 'ready_for_review'), min("occurredAt") FILTER (action = 'created')) AS ready
    FROM "Event" WHERE "pullRequestUuid" = $1::UUID AND "entityType" = 'PullRequest')
  SELECT p."createdByUuid"::VARCHAR AS author, epoch(p."createdAt") AS created, epoch(ready) AS ready, epoch(p."mergedAt") AS merged,
    (SELECT epoch(min("occurredAt")) FROM said WHERE "occurredAt" >= ready) AS reviewed,
    (SELECT epoch(max(moment)) FROM verdict WHERE action = 'approved' AND moment >= ready) AS approved,
    (SELECT epoch(min(c."authoredAt")) FROM "Commit" c JOIN "Relation" r ON r."toUuid" = c.uuid AND r.relation = 'hasCommit' WHERE r."fromUuid" = p.uuid) AS committed,
    (SELECT epoch(min(d."finishedAt")) FROM "CicdPipeline" d JOIN "Relation" r ON r."fromUuid" = d.uuid AND r.relation = 'deploys'
      WHERE d."isDeployment" AND d.environment = 'production' AND d.result = 'success' AND d."finishedAt" >= p."mergedAt"
        AND (r."toUuid" = p."mergeCommitUuid" OR r."toUuid" IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'hasCommit' AND "fromUuid" = p.uuid))) AS deployed
  FROM "PullRequest" p, begun WHERE p.uuid = $1::UUID`;

async function pullMoments({ store }: EntityService, uuid: string): Promise<PullMoments> {
  const [row] = await store.rows<Record<keyof PullMoments, string | number | null>>(PULL, [uuid]);
  if (!row) throw new Error(`there is no pull request ${uuid}`);
  const number = (value: string | number | null) => (value === null ? null : Number(value));
  const { author, created, ready, merged, reviewed, approved, committed, deployed } = row;
  return {
    author: String(author),
    created: Number(created),
    ready: Number(ready),
    merged: number(merged),
    reviewed: number(reviewed),
    approved: number(approved),
    committed: number(committed),
    deployed: number(deployed),
  };
}

const STAGES = ['codingTime', 'pickupTime', 'reviewTime', 'mergeTime'];
const elapsed = (name: string) => `clock${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The begin and the end of each span of a pull request; null where it has none. */
function spansOf(moments: PullMoments): Record<string, readonly [number, number] | null> {
  const { ready, merged, reviewed, approved, committed } = moments;
  const span = (from: number | null, until: number | null) =>
    from === null || until === null || until < from ? null : ([from, until] as const);
  return {
    codingTime: span(committed, ready),
    pickupTime: span(ready, reviewed ?? approved ?? merged),
    reviewTime: span(reviewed, approved ?? merged),
    mergeTime: span(approved, merged),
    cycleTime: span(ready, merged),
  };
}

/** The spans of a pull request in both clocks, worked out of its events. */
async function workedOut(
  uuid: string,
  service: EntityService,
  names: Names,
): Promise<Record<string, unknown>> {
  const moments = await pullMoments(service, uuid);
  const hours = await hoursOf(service, moments.author, moments.created);
  const spans = spansOf(moments);
  return Object.fromEntries(
    names.flatMap((name): [string, number | null][] => {
      const span = spans[name];
      return [
        [name, span ? workedBetween(hours, ...span) : null],
        [elapsed(name), span ? span[1] - span[0] : null],
      ];
    }),
  );
}

const reviewed = (count: number, where: string) =>
  `SELECT p.uuid::VARCHAR FROM "PullRequest" p WHERE ${where} ORDER BY (SELECT count(*) FROM "Event" e WHERE e."pullRequestUuid" = p.uuid) DESC, 1 LIMIT ${String(count)}`;
const PULLS = `(${reviewed(4, '"mergedAt" IS NOT NULL')}) UNION ALL (${reviewed(2, '"mergedAt" IS NULL')})
  UNION ALL (${reviewed(2, `uuid IN (SELECT "pullRequestUuid" FROM "Event" WHERE action = 'ready_for_review')`)})
  UNION ALL (${reviewed(2, `uuid IN (SELECT "pullRequestUuid" FROM "Event" WHERE action = 'changes_requested')`)})`;

/** What pull requests tell of their time and their size. */
export const STAGE_FIGURES: readonly PageFigure[] = [
  {
    what: 'the stages of pull requests in both clocks',
    of: PULLS,
    shown: async (entity) => measured(entity, [...STAGES, ...STAGES.map(elapsed)]),
    counted: (uuid, service) => workedOut(uuid, service, STAGES),
  },
  {
    what: 'the cards of pull requests: cycle, review, lead time for changes',
    of: PULLS,
    shown: async (entity) => measured(entity, ['cycleTime', 'reviewTime', 'leadTimeForChanges']),
    counted: async (uuid, service) => {
      const { cycleTime, reviewTime } = await workedOut(uuid, service, ['cycleTime', 'reviewTime']);
      const { committed, deployed } = await pullMoments(service, uuid);
      const leadTimeForChanges = committed === null || deployed === null ? null : deployed - committed;
      return { cycleTime, reviewTime, leadTimeForChanges };
    },
  },
  {
    what: 'the size of pull requests, as their commits add up',
    of: PULLS,
    shown: async ({ properties: { additions, deletions } }) => [additions, deletions],
    counted: async (uuid, service) => {
      const [row] = await service.store.rows<{ added: number; deleted: number }>(
        `SELECT sum(additions)::INTEGER AS added, sum(deletions)::INTEGER AS deleted FROM "Commit"
         WHERE uuid IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'hasCommit' AND "fromUuid" = $1::UUID)`,
        [uuid],
      );
      return [row?.added, row?.deleted];
    },
  },
];
