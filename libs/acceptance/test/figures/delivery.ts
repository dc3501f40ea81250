import { METRIC } from '../../../../mfe-entity/src/charts/chart-spec.ts';
import { chartsOf } from '../../../../mfe-entity/src/charts/charts-of.ts';
import { DORA } from '../../../../mfe-entity/src/kinds/repository/repository-page.ts';
import { isShare, shareQuery } from '../../../../mfe-entity/src/sections/share-card.tsx';
import { Rows } from '@cairn/contracts';
import { furtherRequestsOf } from '../../../views/src/request.ts';
import { resolveView } from '../../../views/src/views.ts';
import { drawnRows, linesOf, linesOfSeries, type PageFigure } from './figure.ts';
import { measured } from './stages.ts';

const REPOSITORIES = `SELECT "repositoryUuid"::VARCHAR FROM "CicdPipeline" GROUP BY 1 ORDER BY 1 LIMIT 3`;
const SINCE = `TIMESTAMP '2025-12-24'`;
const DEPLOYED = `"repositoryUuid" = $1::UUID AND "isDeployment" AND environment = 'production' AND result = 'success' AND NOT deleted`;

/** Lead time, deployments and failures of a repository in 90 days: changes count when they were deployed. */
const DELIVERED = `SELECT (SELECT median("leadTimeForChanges") FROM "PullRequest" WHERE "repositoryUuid" = $1::UUID AND "deployedAt" >= ${SINCE}) AS lead,
  (SELECT count(*)::INTEGER FROM "CicdPipeline" WHERE ${DEPLOYED} AND "finishedAt" >= ${SINCE}) AS deployments,
  (SELECT count(*)::INTEGER FROM "CicdPipeline" d WHERE ${DEPLOYED} AND "finishedAt" >= ${SINCE} AND EXISTS (FROM "Issue" i WHERE i."issueType" = 'Incident'
    AND coalesce(i."detectedAt", i."createdAt") >= d."finishedAt" AND NOT EXISTS (FROM "CicdPipeline" l WHERE l."repositoryUuid" = d."repositoryUuid" AND l."isDeployment" AND l.environment = 'production'
      AND l.result = 'success' AND l."finishedAt" > d."finishedAt" AND l."finishedAt" <= coalesce(i."detectedAt", i."createdAt"))
    AND EXISTS (FROM "Relation" r JOIN "PullRequest" p ON p.uuid = r."fromUuid" WHERE r.relation = 'closes' AND r."toUuid" = i.uuid AND p."repositoryUuid" = $1::UUID))) AS failed`;

/** The lines of a series by the Monday of their weeks, whether its periods are days or weeks. */
function byWeek(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [start = '', count] = line.split(' | ');
    const day = new Date(start);
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
    const monday = `${day.toISOString().slice(0, 10)}T00:00:00Z`;
    counts.set(monday, (counts.get(monday) ?? 0) + Number(count));
  }
  return [...counts].map(([monday, count]) => `${monday} | ${String(count)}`).toSorted();
}

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
    what: 'the line of the deployments of repositories',
    of: REPOSITORIES,
    shown: async (entity, service) => {
      const spec = DORA.find(({ title }) => title === 'Deployments');
      const [chart] = spec ? chartsOf(entity, [spec], 'UTC') : [];
      if (!chart) return [];
      const resolved = resolveView(METRIC, chart.query);
      const [[, request] = []] = furtherRequestsOf(chart.query, resolved, { timezone: 'UTC' });
      const answer = await service.call('graph-search/time-series', { ...request?.query, format: 'json' });
      return byWeek(linesOfSeries(Rows.parse(answer).data));
    },
    counted: (uuid, service) =>
      linesOf(
        service,
        `SELECT date_trunc('week', "createdAt")::DATE || 'T00:00:00Z', count(*) FROM "CicdPipeline" WHERE ${DEPLOYED} AND "finishedAt" >= ${SINCE} GROUP BY 1`,
        uuid,
      ),
  },
  {
    what: 'the recovery of failed deployments',
    of: `SELECT uuid::VARCHAR FROM "CicdPipeline" WHERE "changeFailed"`,
    shown: async (entity) => measured(entity, ['recoveryTime']),
    counted: async (uuid, service) => {
      const [recoveryTime] = await service.sql(
        `SELECT (max(epoch(e."occurredAt")) - epoch(d."finishedAt"))::INTEGER FROM "CicdPipeline" d
           JOIN "Issue" i ON i."issueType" = 'Incident' AND coalesce(i."detectedAt", i."createdAt") >= d."finishedAt"
           JOIN "Event" e ON e."issueUuid" = i.uuid AND e."newStatus" IN ('Done', 'Fixed')
         WHERE d.uuid = $1::UUID AND coalesce(i."detectedAt", i."createdAt") < coalesce((SELECT min(l."finishedAt") FROM "CicdPipeline" l WHERE l."repositoryUuid" = d."repositoryUuid"
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
