import { METRIC } from '../../../../mfe-entity/src/charts/chart-spec.ts';
import { chartsOf } from '../../../../mfe-entity/src/charts/charts-of.ts';
import { DORA } from '../../../../mfe-entity/src/kinds/repository/repository-page.ts';
import { isShare, shareQuery } from '../../../../mfe-entity/src/sections/share-card.tsx';
import { drawnRows, type PageFigure } from './figure.ts';
import { measured } from './stages.ts';

const REPOSITORIES = `SELECT "repositoryUuid"::VARCHAR FROM "CicdPipeline" GROUP BY 1 ORDER BY 1 LIMIT 3`;
const SINCE = `TIMESTAMP '2025-12-24'`;
const DEPLOYED = `"repositoryUuid" = $1::UUID AND "isDeployment" AND environment = 'production' AND result = 'success' AND NOT deleted`;

/** Lead time, deployments and failures of a repository in 90 days: changes count when they were deployed. */
const DELIVERED = `SELECT (SELECT median("leadTimeForChanges") FROM "PullRequest" WHERE "repositoryUuid" = $1::UUID AND "deployedAt" >= ${SINCE}) AS lead,
  (SELECT count(*)::INTEGER FROM "CicdPipeline" WHERE ${DEPLOYED} AND "finishedAt" >= ${SINCE}) AS deployments,
  (SELECT count(*)::INTEGER FROM "CicdPipeline" d WHERE ${DEPLOYED} AND "finishedAt" >= ${SINCE} AND EXISTS (FROM "Issue" i WHERE i."issueType" = 'Incident'
    AND i."createdAt" >= d."finishedAt" AND NOT EXISTS (FROM "CicdPipeline" l WHERE l."repositoryUuid" = d."repositoryUuid" AND l."isDeployment" AND l.environment = 'production'
      AND l.result = 'success' AND l."finishedAt" > d."finishedAt" AND l."finishedAt" <= i."createdAt")
    AND EXISTS (FROM "Relation" r JOIN "PullRequest" p ON p.uuid = r."fromUuid" WHERE r.relation = 'closes' AND r."toUuid" = i.uuid AND p."repositoryUuid" = $1::UUID))) AS failed`;

/** What pages tell of deliveries, meetings and recoveries. */
export const DELIVERY_FIGURES: readonly PageFigure[] = [
  {
    what: 'lead time, deployments and change failure rate of repositories',
    of: REPOSITORIES,
    shown: async (entity, service) => {
      const figures = await Promise.all(
        DORA.map(async (spec) => {
          const [chart] = chartsOf(entity, [spec], 'UTC');
          if (!chart) return [];
          const query = isShare(spec) ? shareQuery(chart.query, spec.share) : chart.query;
          const [row = {}] = await drawnRows(service, query, METRIC);
          return Object.entries(row).flatMap(([key, value]) =>
            /^(?:median|count)\(/.test(key) && !key.includes('#') ? [Number(value)] : [],
          );
        }),
      );
      return figures;
    },
    counted: async (uuid, service) => {
      const [row] = await service.store.rows<{ lead: number; deployments: number; failed: number }>(
        DELIVERED,
        [uuid],
      );
      const { lead = 0, deployments = 0, failed = 0 } = row ?? {};
      return [[Number(lead)], [deployments], [deployments, failed]];
    },
  },
  {
    what: 'the recovery of failed deployments',
    of: `SELECT uuid::VARCHAR FROM "CicdPipeline" WHERE "changeFailed"`,
    shown: async (entity) => measured(entity, ['recoveryTime']),
    counted: async (uuid, service) => {
      const [recoveryTime] = await service.sql(
        `SELECT (max(epoch(e."occurredAt")) - epoch(d."finishedAt"))::INTEGER FROM "CicdPipeline" d
           JOIN "Issue" i ON i."issueType" = 'Incident' AND i."createdAt" >= d."finishedAt"
           JOIN "Event" e ON e."issueUuid" = i.uuid AND e."newStatus" IN ('Done', 'Fixed')
         WHERE d.uuid = $1::UUID AND i."createdAt" < coalesce((SELECT min(l."finishedAt") FROM "CicdPipeline" l WHERE l."repositoryUuid" = d."repositoryUuid"
           AND l.environment = 'production' AND l.result = 'success' AND l."finishedAt" > d."finishedAt"), TIMESTAMP '9999-01-01')
           AND EXISTS (FROM "Relation" r JOIN "PullRequest" p ON p.uuid = r."fromUuid" WHERE r.relation = 'closes' AND r."toUuid" = i.uuid AND p."repositoryUuid" = d."repositoryUuid")
         GROUP BY d."finishedAt"`,
        uuid,
      );
      return { recoveryTime };
    },
  },
  {
    what: 'the cost of meetings',
    of: `SELECT uuid::VARCHAR FROM "CalendarEntry" ORDER BY "attendeesNumber" DESC, 1 LIMIT 3`,
    shown: async (entity) => measured(entity, ['totalCostInHours']),
    counted: async (uuid, service) => {
      const [totalCostInHours] = await service.sql(
        `SELECT (SELECT count(*) FROM "Relation" WHERE relation = 'attends' AND "toUuid" = c.uuid) * (epoch(c."endTime") - epoch(c."startTime")) / 3600
         FROM "CalendarEntry" c WHERE c.uuid = $1::UUID`,
        uuid,
      );
      return { totalCostInHours: Number(totalCostInHours) };
    },
  },
];
