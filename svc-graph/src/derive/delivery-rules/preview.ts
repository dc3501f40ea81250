import type { DeliveryPreview, DeliveryRules } from '@cairn/contracts/delivery-rules';
import { quoted } from '../../store/ddl.ts';
import { readOwnAttributes } from '../../store/own-attributes.ts';
import { INCIDENT, deployedAt } from '../deployments.ts';
import {
  countedReleases,
  isNamed,
  isProduction,
  issueDecisions,
  labelValues,
  pipelineDecisions,
} from './decisions.ts';
import { BoundParams, matches } from './patterns.ts';

interface Rows {
  rows<Row>(sql: string, params?: readonly string[]): Promise<Row[]>;
}

type Counted = DeliveryPreview['deployments'];
const MOST_NAMES = 100;
const THERE = 'NOT coalesce(deleted, false)';

/** Runs a query whose values are bound as it is written. */
async function ask<Row>(store: Rows, write: (params: BoundParams) => string): Promise<Row[]> {
  const params = new BoundParams();
  const sql = write(params);
  return store.rows<Row>(sql, params.list);
}

async function countDeployments(store: Rows, rules: DeliveryRules): Promise<Counted> {
  const deploying = `SELECT "repositoryUuid" FROM run WHERE deploys AND "repositoryUuid" IS NOT NULL AND ${THERE}`;
  const releases = rules.deployments.releases
    ? `(SELECT count(*) FROM (${countedReleases(deploying)}))`
    : '0';
  const [row] = await ask<Counted>(store, (params) => {
    const moment = deployedAt({ deploys: 't.deploys', production: rules.production }, params);
    return `WITH run AS (SELECT t.*, s.deploys FROM "CicdPipeline" t JOIN (${pipelineDecisions(rules, params)}) s ON s.uuid = t.uuid)
      SELECT (SELECT count("deployedAt") FROM "CicdPipeline")::INTEGER AS before,
        ((SELECT count(*) FROM run t WHERE ${moment} IS NOT NULL) + ${releases})::INTEGER AS after`;
  });
  return row ?? { before: 0, after: 0 };
}

async function countIssues(store: Rows, rules: DeliveryRules) {
  const count = (what: string) => `(count(*) FILTER (${what}))::INTEGER`;
  const [row] = await ask<Record<string, number>>(
    store,
    (
      params,
    ) => `SELECT ${count(INCIDENT('i'))} AS incidents, ${count(INCIDENT('s', 'i'))} AS "incidentsAfter",
        count(i.severity)::INTEGER AS severities, count(s.severity)::INTEGER AS "severitiesAfter",
        count(i."storyPoints")::INTEGER AS points, count(s."storyPoints")::INTEGER AS "pointsAfter"
      FROM "Issue" i JOIN (${issueDecisions(rules, params)}) s ON s.uuid = i.uuid WHERE NOT coalesce(i.deleted, false)`,
  );
  const pair = (name: string): Counted => ({ before: row?.[name] ?? 0, after: row?.[`${name}After`] ?? 0 });
  return { incidents: pair('incidents'), severities: pair('severities'), storyPoints: pair('points') };
}

const listPipelines = (store: Rows, rules: DeliveryRules) =>
  ask<DeliveryPreview['pipelines'][number]>(
    store,
    (
      params,
    ) => `SELECT coalesce(name, '') AS name, count(*)::INTEGER AS pipelines, bool_or(${isNamed(rules.deployments, params)}) AS matches
      FROM "CicdPipeline" WHERE ${THERE} AND integration <> 'derived' GROUP BY 1 ORDER BY 3 DESC, 2 DESC, 1 LIMIT ${String(MOST_NAMES)}`,
  );
const listEnvironments = (store: Rows, rules: DeliveryRules) =>
  ask<DeliveryPreview['environments'][number]>(
    store,
    (
      params,
    ) => `SELECT coalesce(environment, '') AS name, count(*)::INTEGER AS pipelines, bool_or(${isProduction(rules.production, params)}) AS "isProduction"
      FROM "CicdPipeline" WHERE ${THERE} AND integration <> 'derived' AND (coalesce(environment, '') <> '' OR "isDeployment") GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${String(MOST_NAMES)}`,
  );
const listTypes = (store: Rows, rules: DeliveryRules) =>
  ask<DeliveryPreview['types'][number]>(
    store,
    (
      params,
    ) => `SELECT name, issues, (${matches('name', rules.incidents.types, params)} OR lower(name) LIKE '%incident%' OR lower(name) LIKE '%outage%') AS "isIncident"
      FROM (SELECT coalesce("sourceIssueType", "issueTypeAsStated", "issueType", '') AS name, count(*)::INTEGER AS issues FROM "Issue" WHERE ${THERE} GROUP BY 1)
      WHERE name <> '' ORDER BY 3 DESC, 2 DESC, 1 LIMIT ${String(MOST_NAMES)}`,
  );
const listLabels = (store: Rows, rules: DeliveryRules) =>
  ask<DeliveryPreview['labels'][number]>(store, (params) => {
    const by = labelValues(rules, 'name', params);
    return `SELECT name, issues, ${by.isIncident} AS "isIncident", ${by.severity} AS severity, ${by.storyPoints} AS "storyPoints"
      FROM (SELECT name, count(*)::INTEGER AS issues FROM (SELECT unnest(labels) AS name FROM "Issue" WHERE ${THERE}) GROUP BY 1)
      ORDER BY "isIncident" OR severity IS NOT NULL OR "storyPoints" IS NOT NULL DESC, issues DESC, name LIMIT ${String(MOST_NAMES)}`;
  });

async function listAttributes(store: Rows): Promise<DeliveryPreview['attributes']> {
  const own = (await readOwnAttributes(store)).filter(({ kind }) => kind === 'Issue');
  if (own.length === 0) return [];
  const filled = own.map(({ name, type }) => {
    const column = quoted(name);
    const value =
      type === 'string[]'
        ? `CASE WHEN len(${column}) > 0 THEN array_to_string(${column}, ', ') END`
        : `${column}::VARCHAR`;
    return `count(${value})::INTEGER AS ${quoted(name)}, left(max(${value}), 80) AS ${quoted(`${name} example`)}`;
  });
  const [row = {}] = await store.rows<Record<string, number | string | null>>(
    `SELECT ${filled.join(', ')} FROM "Issue" WHERE ${THERE}`,
  );
  return own.map(({ name, label, type }) => {
    const example = row[`${name} example`];
    return {
      name,
      label,
      type,
      issues: Number(row[name] ?? 0),
      example: typeof example === 'string' ? example : null,
    };
  });
}

/** What the rules would count, by the names that are there. */
export async function previewRules(store: Rows, rules: DeliveryRules): Promise<DeliveryPreview> {
  return {
    deployments: await countDeployments(store, rules),
    ...(await countIssues(store, rules)),
    pipelines: await listPipelines(store, rules),
    environments: await listEnvironments(store, rules),
    types: await listTypes(store, rules),
    labels: await listLabels(store, rules),
    attributes: await listAttributes(store),
  };
}
