import { isUtf8 } from 'node:buffer';
import { type Into, type Statement, loadStatements, mergeStatements } from '../store/load.ts';
import { entityUuidSql } from '../store/uuid.ts';
import { readText } from './git.ts';
import type { Context } from './normalise.ts';
import type { Lineage, Places } from './lineage.ts';
import { PeopleMet } from './people.ts';
import { type LogRecord, RECORD_END, type Signed, YEAR_1, YEAR_9999, signatureOf } from './records.ts';

const MESSAGE_LIMIT = 100_000;
const NAME_LIMIT = 500;

/** What is known of commits before they come: they are not there, or those that are get their people set anew. */
type Before = 'none' | 'some' | 'again';

/** How people that are known already change when they are met again. */
const PERSON_MATCH = {
  name: 'newest',
  createdAt: 'least',
  updatedAt: 'greatest',
  observedAt: 'greatest',
} as const;

const readIdentity = (bytes: string) => bytes.split('\n').map(readText).join('\n');

/** The records as UTF-8: those that are it already as they are, else field by field. */
function asUtf8(bytes: string): Uint8Array {
  const own = Buffer.from(bytes, 'latin1');
  if (isUtf8(own)) return own;
  const record = (text: string) =>
    text
      .split('\0')
      .map((field, index) => (index === 1 || index === 3 ? readIdentity(field) : readText(field)))
      .join('\0');
  return Buffer.from(bytes.split(RECORD_END).map(record).join(RECORD_END), 'utf8');
}

interface Signer {
  /** Its place among the signers of the batch, counted from 1. */
  readonly place: number;
  first: number | null;
  last: number | null;
}

/** Everyone who signed, when they did first and last, and whose signatures each commit bears. */
class Signers {
  readonly byIdentity = new Map<string, Signer>();
  readonly authors: number[] = [];
  readonly committers: number[] = [];

  constructor(records: readonly LogRecord[]) {
    for (const { author, committer } of records) {
      this.authors.push(this.sign(author).place);
      this.committers.push(this.sign(committer).place);
    }
  }

  private sign({ identity, at }: Signed): Signer {
    let signer = this.byIdentity.get(identity);
    if (!signer) {
      signer = { place: this.byIdentity.size + 1, first: at, last: at };
      this.byIdentity.set(identity, signer);
    } else if (at !== null) {
      signer.first = Math.min(signer.first ?? at, at);
      signer.last = Math.max(signer.last ?? at, at);
    }
    return signer;
  }

  /** The uuids of the people, by place. */
  uuids(people: PeopleMet): string[] {
    return [...this.byIdentity].map(([identity, { first, last }]) => {
      people.add(signatureOf(identity, first));
      return people.add(signatureOf(identity, last));
    });
  }
}

/** What Unicode takes for white space; the engine is slow to look for more than ASCII, which is rarely needed. */
const SPACE = ' \t\n\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'.concat(
  String.fromCodePoint(...Array.from({ length: 11 }, (_, index) => 0x2000 + index)),
);
const ROUGH = `rtrim(substring(f[6], 2), chr(32) || chr(9) || chr(10) || chr(11) || chr(12) || chr(13))`;
const TRIMMED = `CASE WHEN ord(right(${ROUGH}, 1)) > 127 THEN rtrim(${ROUGH}, $6) ELSE ${ROUGH} END`;

function momentSql(field: string): string {
  const seconds = `TRY_CAST(substring(${field}, 2) AS BIGINT)`;
  const exists = `${seconds} BETWEEN ${String(YEAR_1)} AND ${String(YEAR_9999)}`;
  return `CASE WHEN ${exists} THEN make_timestamp(${seconds} * 1000000) END`;
}
/** The uuid of a commit, of parameters that give the org and what stands before its name. */
const commitUuidSql = (org: string, prefix: string, sha: string) =>
  entityUuidSql(`${org}::VARCHAR`, 'git', `(${prefix}::VARCHAR || ${sha})`);
const prefixOf = ({ repositoryId }: Context) => `commit:${repositoryId}:`;

const PLACES = { author: ['INTEGER'], committer: ['INTEGER'], branch: ['INTEGER'], release: ['INTEGER'] };
/** Of a short list that is bound once, the uuid at a place; none at 0. */
const uuidAt = (list: string, place: string) =>
  `list_extract(from_json(${list}::JSON, '["UUID"]'), ${place})`;

/** One row a commit: the bytes are bound once and taken apart by the engine; places stand beside them, in their order. */
const RECORDS = `CREATE OR REPLACE TEMP TABLE stage_log AS
  WITH record AS (SELECT string_split(bytes, chr(0)) AS f, author, committer, branch, release
    FROM (SELECT unnest(string_split(decode($1::BLOB), chr(0) || chr(0))) AS bytes,
      unnest(p.author) AS author, unnest(p.committer) AS committer, unnest(p.branch) AS branch, unnest(p.release) AS release
      FROM (SELECT from_json($2::JSON, '${JSON.stringify(PLACES)}') AS p))
    WHERE bytes <> ''),
  field AS (SELECT left(f[1], instr(f[1], ' ') - 1) AS sha, string_split(rtrim(f[1], ' '), ' ')[2:] AS parents,
    ${momentSql('f[3]')} AS "authoredAt", ${momentSql('f[5]')} AS "committedAt",
    ${TRIMMED} AS message, author, committer, branch, release FROM record)
  SELECT ${commitUuidSql('$3', '$4', 'sha')} AS uuid, ${commitUuidSql('$3', `'event:' || $4`, 'sha')} AS "eventUuid",
    sha, parents, ${uuidAt('$7', 'author')} AS "authorUuid", ${uuidAt('$7', 'committer')} AS "committerUuid",
    "authoredAt", "committedAt", left(message, ${String(MESSAGE_LIMIT)}) AS message,
    left(split_part(message, chr(10), 1), ${String(NAME_LIMIT)}) AS name, len(parents) > 1 AS "isMerge",
    $4::VARCHAR || sha AS "sourceEventId", nullif($5::VARCHAR, '') || sha AS "sourceUrl",
    ${uuidAt('$8', 'branch')} AS "branchUuid", ${uuidAt('$9', 'release')} AS "releaseUuid"
  FROM field`;

type Values = Readonly<Record<string, string>>;

const NONE_OF_MERGE = [
  'additions',
  'deletions',
  'changedFiles',
  'totalFilesAdded',
  'totalFilesModified',
  'totalFilesDeleted',
];
const OBSERVED = 'make_timestamp($1::BIGINT * 1000000)';
const COMMITS: Values = {
  uuid: 'uuid',
  name: 'name',
  integration: `'git'`,
  externalId: 'sha',
  sourceUrl: '"sourceUrl"',
  sha: 'sha',
  message: 'message',
  authoredAt: '"authoredAt"',
  committedAt: '"committedAt"',
  createdAt: '"authoredAt"',
  updatedAt: '"committedAt"',
  firstObservedAt: OBSERVED,
  observedAt: OBSERVED,
  deleted: 'false',
  isMerge: '"isMerge"',
  repositoryUuid: '$2::UUID',
  authorUuid: '"authorUuid"',
  committerUuid: '"committerUuid"',
  branchUuid: '"branchUuid"',
  ...Object.fromEntries(NONE_OF_MERGE.map((column) => [column, 'CASE WHEN "isMerge" THEN 0 END'])),
};
const EVENTS: Values = {
  uuid: '"eventUuid"',
  occurredAt: '"committedAt"',
  observedAt: OBSERVED,
  sourceEventId: '"sourceEventId"',
  integration: `'git'`,
  action: `CASE WHEN "isMerge" THEN 'merged' ELSE 'committed' END`,
  entityType: `'Commit'`,
  entityUuid: 'uuid',
  actorUuid: '"authorUuid"',
  name: 'name',
  reference: 'left(sha, 10)',
  repositoryUuid: '$2::UUID',
};
const PARENTS: Values = {
  relation: `'parent'`,
  fromUuid: 'uuid',
  toUuid: `coalesce(known, ${commitUuidSql('$1', '$2', 'parent')})`,
};
const LOG = 'temp.stage_log';
const RELEASED = `${LOG} WHERE "releaseUuid" IS NOT NULL`;
const INCLUDES: Values = { relation: `'includes'`, fromUuid: '"releaseUuid"', toUuid: 'uuid' };
/** Most parents come in the same batch; it is dearer to hash a name than to find it. */
const PARENTS_OF_LOG = `(SELECT c.uuid, c.parent, p.uuid AS known
  FROM (SELECT uuid, unnest(parents) AS parent FROM ${LOG}) c LEFT JOIN ${LOG} p ON p.sha = c.parent)`;

function bringInto(
  place: Omit<Into, 'columns'>,
  values: Values,
  from: string,
  params: readonly string[],
): Statement[] {
  const list = Object.entries(values).map(([column, sql]) => `${sql} AS "${column}"`);
  const sql = `SELECT ${list.join(', ')} FROM ${from}`;
  return mergeStatements({ ...place, columns: Object.keys(values) }, { sql, params });
}

function peopleStatements(met: PeopleMet): Statement[] {
  const { people, identities, links } = met.takeRows();
  return [
    ...loadStatements({ table: 'Person', rows: people, match: PERSON_MATCH }),
    ...loadStatements({ table: 'Identity', rows: identities }),
    ...loadStatements({ table: 'IdentityLink', rows: links, key: ['identityUuid', 'personUuid', 'method'] }),
  ];
}

/** What batches of the log know of each other. */
export interface LogReading {
  readonly before: Before;
  readonly people: PeopleMet;
  /** Absent where the commits are settled afterwards. */
  readonly lineage?: Lineage;
}

/** What a batch is read within when it stands alone. */
export function aloneIn({ orgId, known, observedAt }: Context, before: Before): LogReading {
  return { before, people: new PeopleMet(orgId, known, observedAt) };
}

const NOWHERE: Places = { branches: [], releases: [] };

function stageLog(
  bytes: string,
  records: readonly LogRecord[],
  context: Context,
  log: LogReading,
): Statement {
  const signers = new Signers(records);
  const { branches, releases } = log.lineage?.place(records) ?? NOWHERE;
  const places = {
    author: signers.authors,
    committer: signers.committers,
    branch: branches,
    release: releases,
  };
  const webUrl = context.webUrl === null ? '' : `${context.webUrl}/commit/`;
  const lists = [signers.uuids(log.people), log.lineage?.branchUuids ?? [], log.lineage?.releaseUuids ?? []];
  return {
    sql: RECORDS,
    params: [
      asUtf8(bytes),
      JSON.stringify(places),
      context.orgId,
      prefixOf(context),
      webUrl,
      SPACE,
      ...lists.map((list) => JSON.stringify(list)),
    ],
  };
}

/**
 * Brings in commits, their people, parents and events. The engine takes the bytes apart; only who signed, of whom
 * there are few, and where each commit stands is worked out here.
 */
export function logStatements(
  bytes: string,
  records: readonly LogRecord[],
  context: Context,
  log: LogReading,
): Statement[] {
  const { orgId, repositoryUuid } = context;
  const staged = stageLog(bytes, records, context, log);
  const given = [String(context.observedAt), repositoryUuid];
  const append = log.before === 'none';
  const again = log.before === 'again';
  const commits: Omit<Into, 'columns'> = {
    table: 'Commit',
    append,
    match: again ? { authorUuid: 'replace', committerUuid: 'replace' } : {},
  };
  const events: Omit<Into, 'columns'> = {
    table: 'Event',
    append,
    match: again ? { actorUuid: 'replace' } : {},
  };
  const relation = { table: 'Relation', key: ['relation', 'fromUuid', 'toUuid'], append };
  const released = (log.lineage?.releaseUuids.length ?? 0) > 0;
  return [
    ...peopleStatements(log.people),
    staged,
    ...bringInto(commits, COMMITS, LOG, given),
    ...bringInto(events, EVENTS, LOG, given),
    ...bringInto(relation, PARENTS, PARENTS_OF_LOG, [orgId, prefixOf(context)]),
    ...(released ? bringInto(relation, INCLUDES, RELEASED, []) : []),
    { sql: `DROP TABLE ${LOG}`, params: [] },
  ];
}
