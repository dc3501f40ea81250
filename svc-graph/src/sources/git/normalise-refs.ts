import { isVisible } from '@cairn/contracts';
import type { Load, Row } from '../../store/load.ts';
import { recordLoad } from '../../store/source-records.ts';
import type { RepositoryFacts } from './facts.ts';
import { bytesOf } from './git.ts';
import { type Context, branchUuid, commitUuid, eventUuid, releaseUuid } from './normalise.ts';
import { PeopleMet, personRecords } from './people.ts';
import type { Signature } from './records.ts';
import type { BranchRef, Refs, TagRef } from './refs.ts';

/** The payload of a repository beside its commits. */
export interface RefsPayload {
  readonly facts: Pick<RepositoryFacts, 'name' | 'fullName' | 'webUrl' | 'headBranch'> & {
    /** An earlier version did not keep it. */
    readonly repository?: string;
    readonly isShallow?: boolean;
  };
  /** Merges whose parents a shallow clone lacks. */
  readonly cutMerges?: readonly string[];
  readonly refs: Refs;
  /** Commits without children: every other one is reached from them. */
  readonly tops: readonly string[];
  /** The branches of the last run: name → commit; null in the first run. */
  readonly before: Readonly<Record<string, string>> | null;
  /** Branches whose history no longer holds their old head. */
  readonly rewritten: readonly string[];
}

interface KnownRow extends Row {
  readonly uuid: string;
  readonly externalId: string;
}

function common(context: Context): Row {
  return {
    integration: 'git',
    firstObservedAt: context.observedAt,
    observedAt: context.observedAt,
    deleted: false,
  };
}

function repositoryRow(context: Context, { facts }: Pick<RefsPayload, 'facts'>): KnownRow {
  return {
    ...common(context),
    uuid: context.repositoryUuid,
    name: facts.name,
    fullName: facts.fullName,
    externalId: context.repository,
    sourceUrl: facts.webUrl,
    defaultBranch: facts.headBranch,
  };
}

function branchRow(context: Context, { name, sha, committedAt }: BranchRef, isDefault: boolean): KnownRow {
  return {
    ...common(context),
    uuid: branchUuid(context, name),
    name,
    externalId: name,
    sourceUrl: context.webUrl === null ? null : `${context.webUrl}/tree/${encodeURI(name)}`,
    status: isDefault ? 'default' : 'active',
    sourceStatus: null,
    statusCategory: isDefault ? 'other' : 'inProgress',
    updatedAt: committedAt,
    repositoryUuid: context.repositoryUuid,
    headUuid: commitUuid(context, sha),
  };
}

const PRE_RELEASE =
  /^v?\d+(?:\.\d+)*[-.]?(?:alpha|beta|rc|pre|preview|dev|snapshot|next|canary)\b|^v?\d+\.\d+\.\d+-\w/i;

/** Whether a tag names a pre-release version. */
export function isPreRelease(tag: string): boolean {
  return PRE_RELEASE.test(tag.replace(/^[^\d]*[/@_-](?=v?\d)/, ''));
}

function releaseRow(context: Context, tag: TagRef, authorUuid: string | null): KnownRow {
  return {
    ...common(context),
    uuid: releaseUuid(context, tag.name),
    name: tag.name,
    externalId: tag.name,
    sourceUrl:
      context.webUrl === null ? null : `${context.webUrl}/releases/tag/${encodeURIComponent(tag.name)}`,
    releaseName: tag.name,
    tagName: tag.name,
    body: tag.body === '' ? null : tag.body,
    publishedAt: tag.at,
    createdAt: tag.at,
    updatedAt: tag.at,
    status: 'released',
    sourceStatus: null,
    statusCategory: 'done',
    preRelease: isPreRelease(tag.name),
    repositoryUuid: context.repositoryUuid,
    commitUuid: commitUuid(context, tag.sha),
    authorUuid,
    authorSignedUuid: authorUuid,
    authorSignedName: tag.tagger && isVisible(tag.tagger.name) ? tag.tagger.name : null,
  };
}

interface Happening {
  readonly id: string;
  readonly at: number;
  readonly action: string;
  readonly type: 'Branch' | 'Release';
  readonly uuid: string;
  readonly name: string;
  readonly actor: string | null;
}

function eventRow(context: Context, { id, at, action, type, uuid, name, actor }: Happening): Row {
  const sourceEventId = `${context.repository}:${id}`;
  return {
    uuid: eventUuid(context, sourceEventId),
    occurredAt: at,
    observedAt: context.observedAt,
    sourceEventId,
    integration: 'git',
    action,
    entityType: type,
    entityUuid: uuid,
    actorUuid: actor,
    name,
    repositoryUuid: context.repositoryUuid,
    sourceId: context.sourceId,
  };
}

function branchEvents(context: Context, { refs, before, rewritten }: RefsPayload): Row[] {
  if (!before) return [];
  const now = new Map(refs.branches.map(({ name, sha }) => [name, sha]));
  const happened = (action: string, name: string, sha: string) =>
    eventRow(context, {
      id: `branch:${name}:${action}:${sha}:${String(Math.floor(context.observedAt))}`,
      at: context.observedAt,
      action,
      type: 'Branch',
      uuid: branchUuid(context, name),
      name,
      actor: null,
    });
  return [
    ...refs.branches
      .filter(({ name }) => !(name in before))
      .map(({ name, sha }) => happened('created', name, sha)),
    ...Object.entries(before)
      .filter(([name]) => !now.has(name))
      .map(([name, sha]) => happened('deleted', name, sha)),
    ...rewritten.map((name) => happened('rewritten', name, now.get(name) ?? '')),
  ];
}

/** Signatures are parsed as bytes, while a tag is text already. */
function signatureOf({ name, email }: { name: string; email: string }, at: number): Signature {
  const [rawName, rawEmail] = [bytesOf(name), bytesOf(email)];
  return { rawName, rawEmail, name: rawName, email: rawEmail, at };
}

function releases(
  context: Context,
  tags: readonly TagRef[],
): { rows: KnownRow[]; events: Row[]; people: PeopleMet } {
  const people = new PeopleMet(context);
  const rows: KnownRow[] = [];
  const events: Row[] = [];
  for (const tag of tags) {
    const { tagger } = tag;
    const author = tagger ? people.add(signatureOf(tagger, tag.at)) : null;
    rows.push(releaseRow(context, tag, author));
    events.push(
      eventRow(context, {
        id: `tag:${tag.name}:${tag.sha}`,
        at: tag.at,
        action: 'released',
        type: 'Release',
        uuid: releaseUuid(context, tag.name),
        name: tag.name,
        actor: author,
      }),
    );
  }
  return { rows, events, people };
}

/** Rows of a kind that replace what was known of them, and the records that the source knows them. */
function withRecords({ sourceId, observedAt }: Context, table: string, rows: readonly KnownRow[]): Load[] {
  const load = { table, rows, match: replacing(rows, ['uuid', 'firstObservedAt']) };
  return [load, recordLoad({ sourceId, kind: table, at: observedAt }, rows)];
}

const replacing = (rows: readonly Row[], kept: readonly string[]) =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {})
      .filter((column) => !kept.includes(column))
      .map((column) => [column, 'replace' as const]),
  );

/** The repository alone, so that its commits have one from the first on. */
export function normaliseRepository(payload: Pick<RefsPayload, 'facts'>, context: Context): Load[] {
  return withRecords(context, 'Repository', [repositoryRow(context, payload)]);
}

/** The branches alone, so that commits have theirs while their log is read. */
export function normaliseBranches(
  { refs, facts }: Pick<RefsPayload, 'refs' | 'facts'>,
  context: Context,
): Load[] {
  const rows = refs.branches.map((ref) => branchRow(context, ref, ref.name === facts.headBranch));
  return withRecords(context, 'Branch', rows);
}

/** The repository, its branches and releases, and their events since the last run. */
export function normaliseRefs(payload: RefsPayload, context: Context): Load[] {
  const { rows, events, people: met } = releases(context, payload.refs.tags);
  const { people } = met.takeRows();
  return [
    ...normaliseRepository(payload, context),
    { table: 'Person', rows: people, match: { createdAt: 'least', updatedAt: 'greatest' } },
    personRecords(context, people),
    ...normaliseBranches(payload, context),
    ...withRecords(context, 'Release', rows),
    { table: 'Event', rows: [...events, ...branchEvents(context, payload)] },
  ];
}
