import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { ToolRows } from '../tool-rows.ts';
import { SnykIssue, SnykPayload, type SnykProject } from './shapes.ts';

/** Where a project of an origin lies, by the first part of its name. */
const FORGES: Readonly<Record<string, string>> = {
  github: 'https://github.com',
  'github-cloud-app': 'https://github.com',
  gitlab: 'https://gitlab.com',
  'bitbucket-cloud': 'https://bitbucket.org',
};
const OWNED = /^([\w.-]+(?:\/[\w.-]+)+?)(?:\(.*?\))?(?::.*)?$/;

/** The address of the repository of a project: that of its target, else what its name says on a public forge. */
function addressFor({ attributes: { origin, name }, relationships }: SnykProject): string | null {
  const target = relationships?.target?.data?.attributes;
  const told = target?.url ?? target?.remoteUrl ?? null;
  if (told !== null) return /^(?:https?:\/\/|ssh:\/\/|git@)/.test(told) ? told : null;
  const forge = FORGES[origin ?? ''];
  const owned = OWNED.exec(name)?.[1];
  return forge === undefined || owned === undefined ? null : `${forge}/${owned}`;
}

/** The pages of a region, for its interface: app.eu.snyk.io for api.eu.snyk.io. */
function pageFor(
  { host, organization }: SnykPayload,
  project: string | undefined,
  key: string,
): string | null {
  const slug = organization?.attributes.slug ?? '';
  if (slug === '' || project === undefined) return null;
  const { origin } = new URL(host);
  const site = origin.replace(/^(https?:\/\/)api\./, '$1app.');
  return `${site}/org/${encodeURIComponent(slug)}/project/${encodeURIComponent(project)}#issue-${encodeURIComponent(key)}`;
}

/** What became of an issue. */
function outcomeFor({ status, ignored, resolution, updated_at: changedAt }: SnykIssue['attributes']) {
  if (status === 'resolved')
    return { status: 'Fixed', category: 'done', fixedAt: resolution?.resolved_at ?? changedAt };
  return ignored
    ? { status: 'Ignored', category: 'other', fixedAt: null }
    : { status: 'Open', category: 'todo', fixedAt: null };
}
type Outcome = ReturnType<typeof outcomeFor>;

const unique = (texts: readonly string[]) => [...new Set(texts)].toSorted();

/** Where an issue lies. */
function placeFor({ coordinates }: SnykIssue['attributes']) {
  const places = coordinates.flatMap(({ representations }) => representations);
  const dependency = places.find((each) => each.dependency !== null)?.dependency;
  const located = places.find((each) => each.sourceLocation !== null)?.sourceLocation?.file;
  return {
    package: dependency?.package_name ?? null,
    packageVersion: dependency?.package_version ?? null,
    file: located ?? places.find((each) => each.resourcePath !== null)?.resourcePath ?? null,
    fixable: coordinates.some(
      (each) =>
        each.is_fixable_manually ||
        each.is_fixable_snyk ||
        each.is_fixable_upstream ||
        each.is_patchable ||
        each.is_pinnable ||
        each.is_upgradeable,
    ),
  };
}

/** How bad an issue is: by the scanner itself, where several rate it. */
function dangerOf({ severities, risk, exploit_details: exploit, ...told }: SnykIssue['attributes']) {
  const own = severities.find(({ source }) => source === 'Snyk') ?? severities[0];
  const levels = (exploit?.maturity_levels ?? []).toSorted((a, b) =>
    (a.format ?? '').localeCompare(b.format ?? ''),
  );
  return {
    severity: told.effective_severity_level,
    score: own?.score ?? null,
    riskScore: risk?.score?.value ?? null,
    exploitMaturity: levels.at(-1)?.level ?? null,
    cves: unique(told.problems.flatMap(({ id }) => (id.startsWith('CVE-') ? [id] : []))),
    cwes: unique(
      told.classes.flatMap(({ id, source }) => (source === 'CWE' || id.startsWith('CWE-') ? [id] : [])),
    ),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  package_vulnerability: 'Package',
  license: 'License',
  code: 'Code',
  config: 'Configuration',
  cloud: 'Cloud',
  custom: 'Custom',
};

interface Found {
  readonly issue: SnykIssue;
  readonly outcome: Outcome;
  readonly repository: string | null;
  readonly url: string | null;
  readonly id: string;
}

/** Adds the issue that stands for a weakness among the work of people, and answers its uuid. */
function addIssue(rows: ToolRows, { issue, outcome, repository, url, id }: Found): string {
  const {
    key,
    title,
    description,
    type,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
  } = issue.attributes;
  const common = rows.common('issue', id, { name: title, url, createdAt, updatedAt });
  rows.add('Issue', {
    ...common,
    issueKey: key,
    title,
    description,
    issueType: 'Vulnerability',
    sourceIssueType: type,
    issueTypeCategory: 'other',
    status: outcome.status,
    sourceStatus: status,
    statusCategory: outcome.category,
    sourceStatusCategory: outcome.category,
    statusChangeDate: outcome.fixedAt ?? createdAt,
    closedAt: outcome.fixedAt,
    severity: issue.attributes.effective_severity_level,
    repositoryUuid: repository,
  });
  return common.uuid;
}

/** Adds when an issue was found, and when it was fixed. */
function addEvents(rows: ToolRows, uuid: string, { issue, outcome, repository, id }: Found): void {
  const { title, key, created_at: createdAt } = issue.attributes;
  const of = {
    type: 'Issue',
    uuid,
    name: title,
    reference: key,
    actor: null,
    repository,
    issue: uuid,
    attribute: 'status',
  };
  if (createdAt !== null)
    rows.event({
      ...of,
      id: `${id}:created`,
      at: createdAt,
      action: 'created',
      status: 'Open',
      before: null,
    });
  const { fixedAt, status } = outcome;
  if (fixedAt !== null)
    rows.event({ ...of, id: `${id}:fixed`, at: fixedAt, action: 'status_changed', status, before: 'Open' });
}

function addVulnerability(rows: ToolRows, issue: SnykIssue, payload: SnykPayload): void {
  const { attributes, relationships } = issue;
  const { key, title, type, status, created_at: createdAt, updated_at: updatedAt } = attributes;
  const scanned = relationships.scan_item?.data.id;
  const project = payload.projects.find((each) => each.id === scanned);
  const address = project ? addressFor(project) : null;
  const repository = address === null ? null : rows.repository(address);
  const outcome = outcomeFor(attributes);
  const url = pageFor(payload, scanned, key);
  // One id may stand in several organizations.
  const id = `${relationships.organization.data.id}:${issue.id}`;
  const found = { issue, outcome, repository, url, id };
  const issueUuid = addIssue(rows, found);
  addEvents(rows, issueUuid, found);
  const { fixedAt } = outcome;
  rows.add('Vulnerability', {
    ...rows.common('vulnerability', id, { name: title, url, createdAt, updatedAt }),
    key,
    title,
    vulnerabilityType: TYPES[type] ?? type,
    ...dangerOf(attributes),
    status: outcome.status,
    sourceStatus: status,
    statusCategory: outcome.category,
    introducedAt: createdAt,
    fixedAt,
    timeToFix: fixedAt === null || createdAt === null ? null : Math.max(0, Math.round(fixedAt - createdAt)),
    ...placeFor(attributes),
    ecosystem: project?.attributes.type ?? null,
    scanProject: project?.attributes.name ?? null,
    repositoryUuid: repository,
    issueUuid,
  });
}

/** Turns what Snyk sent into rows. What is unknown is named in `ignored`, and stays in the payload. */
export function normaliseSnyk({ kind, body }: Payload, { orgId }: Pick<RowsOf, 'orgId'>): NormalisedPayload {
  const { success, data: payload } = SnykPayload.safeParse(body);
  if (!success || kind !== 'issues') return { loads: [], ignored: [kind] };
  const rows = new ToolRows({ orgId, integration: 'snyk', host: new URL(payload.host).host });
  for (const item of payload.items) {
    const issue = SnykIssue.safeParse(item).data;
    if (issue) addVulnerability(rows, issue, payload);
    else rows.ignored.push('issue');
  }
  return { loads: rows.loads(), ignored: rows.ignored };
}
