import type { PushedList } from '@cairn/contracts/push';
import { type Load, type OnMatch, type Row } from '../../store/load.ts';
import { naturalKey, remoteAddress } from '../../store/natural-key.ts';
import { keyUuid } from '../../store/uuid.ts';
import type { NormalisedPayload, Payload, RowsOf } from '../payload.ts';
import { KeptDeployment, KeptEvent, KeptIncident, KeptRelease, type KnownThing } from './kept-payloads.ts';
import { type Happening, commitUuid, commonCells, eventLoad, pushedUuid, toSeconds } from './push-rows.ts';

const seconds = (time: string | undefined) => (time === undefined ? null : toSeconds(time));
const CATEGORIES: Readonly<Record<string, string>> = { queued: 'todo', running: 'inProgress' };
const EDGE_KEY = ['relation', 'fromUuid', 'toUuid', 'since'];

interface Deployed {
  readonly uuid: string;
  readonly name: string;
  readonly sent: KeptDeployment['sent'];
  readonly repository: string;
}

/** What became of a deployment, one step after another. */
function deploymentSteps({ uuid, name, sent, repository }: Deployed): Happening[] {
  const { id, status, startedAt, finishedAt } = sent;
  const isQueued = status === 'queued';
  const steps = [
    { action: 'created', at: startedAt ?? finishedAt, state: 'queued' },
    { action: 'started', at: isQueued ? undefined : startedAt, state: 'running' },
    { action: 'completed', at: finishedAt, state: status },
  ].filter((step) => step.at !== undefined);
  return steps.map(({ action, at = '', state }, index) => ({
    id: `deployments:${id}:${action}`,
    at: toSeconds(at),
    action,
    type: 'CicdPipeline',
    uuid,
    name,
    reference: name,
    newStatus: state,
    delta: { state: { before: steps[index - 1]?.state ?? null, after: state } },
    repository,
  }));
}

function deploymentLoads(body: unknown, { orgId }: RowsOf): Load[] {
  const { sent, about } = KeptDeployment.parse(body);
  const { id, environment, status } = sent;
  const uuid = pushedUuid(orgId, 'deployments', id);
  const [startedAt, finishedAt] = [seconds(sent.startedAt), seconds(sent.finishedAt)];
  const createdAt = startedAt ?? finishedAt ?? 0;
  const name = sent.name ?? `Deploy to ${environment}`;
  const commit = sent.commit === undefined ? null : commitUuid(orgId, sent.commit);
  const row: Row = {
    ...commonCells({ uuid, id, name, url: sent.url, createdAt, updatedAt: finishedAt ?? createdAt }),
    state: status,
    sourceState: status,
    stateCategory: finishedAt === null ? (CATEGORIES[status] ?? 'other') : 'done',
    result: finishedAt === null ? null : status,
    repository: about.name,
    queuedAt: createdAt,
    startedAt: status === 'queued' ? null : startedAt,
    finishedAt,
    duration: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
    environment,
    isDeployment: true,
    commitUuid: commit,
    repositoryUuid: about.uuid,
  };
  const edges: Row[] =
    commit !== null && status === 'success' && finishedAt !== null
      ? [{ relation: 'deploys', fromUuid: uuid, toUuid: commit, since: finishedAt }]
      : [];
  const steps = deploymentSteps({ uuid, name, sent, repository: about.uuid });
  return [
    { table: 'CicdPipeline', rows: [row] },
    { table: 'Relation', rows: edges, key: EDGE_KEY },
    eventLoad(orgId, steps),
  ];
}

function incidentLoads(body: unknown, { orgId }: RowsOf): Load[] {
  const { sent, about } = KeptIncident.parse(body);
  const { id, title, detectedAt, resolvedAt, severity, service, environment } = sent;
  const uuid = pushedUuid(orgId, 'incidents', id);
  const [status, category] = resolvedAt === undefined ? ['Open', 'todo'] : ['Resolved', 'done'];
  const createdAt = toSeconds(detectedAt);
  const changedAt = seconds(resolvedAt) ?? createdAt;
  const repository = about?.uuid ?? null;
  const row: Row = {
    ...commonCells({ uuid, id, name: title, url: sent.url, createdAt, updatedAt: changedAt }),
    issueKey: id,
    title,
    summary: title,
    description: sent.description ?? null,
    issueType: 'Incident',
    sourceIssueType: 'Incident',
    status,
    sourceStatus: status,
    statusCategory: category,
    sourceStatusCategory: category,
    statusChangeDate: changedAt,
    closedAt: seconds(resolvedAt),
    severity: severity ?? null,
    service: service ?? null,
    environment: environment ?? null,
    detectedAt: createdAt,
    repositoryUuid: repository,
  };
  const told = { type: 'Issue', uuid, name: title, reference: id, repository };
  const enter = (before: string | null, after: string) => ({ statusCategory: { before, after } });
  const created: Happening = {
    ...told,
    id: `incidents:${id}:created`,
    at: createdAt,
    action: 'created',
    newStatus: 'Open',
    delta: enter(null, 'todo'),
  };
  const resolved: Happening = {
    ...told,
    id: `incidents:${id}:resolved`,
    at: changedAt,
    action: 'status_changed',
    newStatus: 'Resolved',
    delta: { status: { before: 'Open', after: 'Resolved' }, ...enter('todo', 'done') },
  };
  const happenings = resolvedAt === undefined ? [created] : [created, resolved];
  return [{ table: 'Issue', rows: [row] }, eventLoad(orgId, happenings)];
}

/** The uuid of a release, the same one as that of a clone or a forge. */
export function releaseUuid(orgId: string, repository: KnownThing, tag: string): string {
  const address = repository.sourceUrl === null ? undefined : remoteAddress(repository.sourceUrl);
  return address === undefined
    ? pushedUuid(orgId, 'releases', `${repository.uuid}:${tag}`)
    : keyUuid(orgId, naturalKey.Release({ repository: address, tag }));
}

/** Another source may know the release as well, so only what was sent replaces what is there. */
function matchColumns(row: Row): Record<string, OnMatch> {
  const kept = ['uuid', 'integration', 'externalId', 'createdAt', 'firstObservedAt'];
  const given = Object.entries(row).filter(([name, cell]) => cell !== null && !kept.includes(name));
  return Object.fromEntries(given.map(([name]) => [name, 'replace']));
}

function releaseLoads(body: unknown, { orgId }: RowsOf): Load[] {
  const { sent, about } = KeptRelease.parse(body);
  const { id, tag, name = tag, notes, preRelease, commit } = sent;
  const uuid = releaseUuid(orgId, about, tag);
  const at = toSeconds(sent.publishedAt);
  const row: Row = {
    ...commonCells({ uuid, id, name, url: sent.url, createdAt: at, updatedAt: at }),
    releaseName: name,
    tagName: tag,
    body: notes ?? null,
    publishedAt: at,
    status: 'released',
    sourceStatus: 'released',
    statusCategory: 'done',
    draft: false,
    preRelease: preRelease ?? null,
    repositoryUuid: about.uuid,
    commitUuid: commit === undefined ? null : commitUuid(orgId, commit),
  };
  const told = { type: 'Release', uuid, name, reference: tag, repository: about.uuid };
  const released = { ...told, id: `releases:${id}:released`, at, action: 'released' };
  return [{ table: 'Release', rows: [row], match: matchColumns(row) }, eventLoad(orgId, [released])];
}

function noteLoads(body: unknown, { orgId }: RowsOf): Load[] {
  const { sent, about } = KeptEvent.parse(body);
  const { id, on, text, at } = sent;
  const { kind: type, uuid, name, repositoryUuid: repository } = about;
  const told = { type, uuid, name, reference: on, repository };
  const noted = { ...told, id: `events:${id}`, at: toSeconds(at), action: 'noted', comment: text };
  return [eventLoad(orgId, [noted])];
}

const LOADS: Readonly<Record<PushedList, (body: unknown, of: RowsOf) => Load[]>> = {
  deployments: deploymentLoads,
  incidents: incidentLoads,
  releases: releaseLoads,
  events: noteLoads,
};

/** The rows of one thing that was pushed. */
export function normalisePush({ kind, body }: Payload, of: RowsOf): NormalisedPayload {
  const loads = LOADS[kind as PushedList](body, of);
  return { loads: loads.filter(({ rows }) => rows.length > 0) };
}
