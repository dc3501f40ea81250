import type { DeliveryRules } from '@cairn/contracts/delivery-rules';
import { statedColumn } from '@cairn/entities';
import { quoted } from '../../store/ddl.ts';
import { type BoundParams, matches } from './patterns.ts';

const stated = (attribute: string) => quoted(statedColumn(attribute));

/** True for a pipeline of the name, or with a job of the name, that runs on one of the branches. */
export function isNamed({ pipelines, branches }: DeliveryRules['deployments'], params: BoundParams): string {
  if (pipelines.length === 0) return 'false';
  const name = matches('name', pipelines, params);
  const job = matches('job', pipelines, params);
  const jobs = `coalesce(list_transform(json_extract_string(jobs, '$[*].name'), lambda job: ${job}), [])`;
  const branch = branches.length === 0 ? 'true' : matches('branch', branches, params);
  return `((${name} OR list_contains(${jobs}, true)) AND ${branch})`;
}

/** True for an environment that is production; a run that names none is taken for it. */
export const isProduction = (
  patterns: readonly string[],
  params: BoundParams,
  environment = 'environment',
): string => `(coalesce(${environment}, '') = '' OR ${matches(environment, patterns, params)})`;

/** A release that counts as a deployment is a pipeline of Cairn's own. */
export const OF_RELEASE = `(integration = 'derived')`;

/**
 * For each pipeline whether it deploys. Within a repository and an environment one sort counts, so that none counts
 * twice: what is pushed, else pipelines of a name that the rules give, else what the sources state.
 */
export function pipelineDecisions(rules: DeliveryRules, params: BoundParams, scope = 'true'): string {
  const said = `coalesce(${stated('isDeployment')}, "isDeployment", false)`;
  return `SELECT uuid, rank IS NOT NULL AND (repository IS NULL OR rank = min(rank) FILTER (NOT gone) OVER (PARTITION BY repository, place)) AS deploys
    FROM (SELECT uuid, "repositoryUuid" AS repository, coalesce(deleted, false) AS gone,
        CASE WHEN ${isProduction(rules.production, params)} THEN 'production' ELSE lower(environment) END AS place,
        CASE WHEN integration = 'push' AND ${said} THEN 0 WHEN ${isNamed(rules.deployments, params)} THEN 1 WHEN ${said} THEN 2 END AS rank
      FROM "CicdPipeline" WHERE NOT ${OF_RELEASE} AND ${scope})`;
}

/** What a label says after its last colon or slash, such as "high" of "severity: high". */
const ENDING = (label: string) => String.raw`trim(regexp_extract(${label}, '[^:/]*$'))`;
/** The number that a label ends with. */
const NUMBER = (label: string) =>
  String.raw`try_cast(regexp_extract(${label}, '(\d+(?:\.\d+)?)\s*$', 1) AS DOUBLE)`;

/** The releases that count as deployments: of repositories other than these. */
export const countedReleases = (deploying: string): string =>
  `SELECT r.* FROM "Release" r WHERE r."publishedAt" IS NOT NULL AND r."repositoryUuid" IS NOT NULL
    AND NOT coalesce(r.draft, false) AND NOT coalesce(r."preRelease", false) AND NOT coalesce(r.deleted, false)
    AND r."repositoryUuid" NOT IN (${deploying})`;

/** The severity and the points that a label gives; null for none. */
export function labelValues(rules: DeliveryRules, label: string, params: BoundParams) {
  return {
    isIncident: matches(label, rules.incidents.labels, params),
    severity: `CASE WHEN ${matches(label, rules.severity.labels, params)} THEN nullif(${ENDING(label)}, '') END`,
    storyPoints: `CASE WHEN ${matches(label, rules.storyPoints.labels, params)} THEN ${NUMBER(label)} END`,
  };
}

const firstLabel = (value: string) =>
  `list_filter(list_transform(coalesce(labels, []), lambda label: ${value}), lambda each: each IS NOT NULL)[1]`;

const fieldFirst = (attribute: string | null, otherwise: string) =>
  attribute === null ? otherwise : `coalesce(${quoted(attribute)}, ${otherwise})`;

const INCIDENT_WORDS = `(lower(coalesce(issueType, '')) LIKE '%incident%' OR lower(coalesce(issueType, '')) LIKE '%outage%')`;

/** For each issue its type, severity and story points: those of the rules, else what the source stated. */
export function issueDecisions(rules: DeliveryRules, params: BoundParams, scope = 'true'): string {
  const byLabel = labelValues(rules, 'label', params);
  const type = `coalesce(${stated('issueType')}, '')`;
  const incident = `(${matches('coalesce("sourceIssueType", "issueTypeAsStated")', rules.incidents.types, params)}
    OR list_contains(list_transform(coalesce(labels, []), lambda label: ${byLabel.isIncident}), true))`;
  return `SELECT uuid,
      CASE WHEN ${incident} AND lower(${type}) <> 'epic' AND NOT ${INCIDENT_WORDS.replaceAll('issueType', stated('issueType'))} THEN 'Incident' ELSE ${stated('issueType')} END AS "issueType",
      coalesce(${fieldFirst(rules.severity.attribute, firstLabel(byLabel.severity))}, ${stated('severity')}) AS severity,
      coalesce(${fieldFirst(rules.storyPoints.attribute, firstLabel(byLabel.storyPoints))}, ${stated('storyPoints')}) AS "storyPoints"
    FROM "Issue" WHERE ${scope}`;
}
