import { isUtf8 } from 'node:buffer';
import { type Into, type Statement, loadStatements, mergeStatements } from '../store/load.ts';
import { entityUuidSql } from '../store/uuid.ts';
import { readText } from './git.ts';
import type { Context } from './normalise.ts';
import { PeopleOfBatch } from './people.ts';
import { type LogRecord, RECORD_END, YEAR_1, YEAR_9999, signatureOf } from './records.ts';

const MESSAGE_LIMIT = 100_000;
const NAME_LIMIT = 500;

/** What is known of commits before they come: they are not there, or those that are get their people set anew. */
export type Before = 'none' | 'some' | 'again';

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

interface Span {
  first: number | null;
  last: number | null;
}

/** Everyone who signed, and when they did first and last. */
function spansOf(records: readonly LogRecord[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const { author, committer } of records)
    for (const { identity, at } of [author, committer]) {
      const span = spans.get(identity);
      if (!span) spans.set(identity, { first: at, last: at });
      else if (at !== null) {
        span.first = Math.min(span.first ?? at, at);
        span.last = Math.max(span.last ?? at, at);
      }
    }
  return spans;
}

function peopleOf(records: readonly LogRecord[], context: Context) {
  const people = new PeopleOfBatch(context.orgId, context.known, context.observedAt);
  const uuids = new Map<string, string>();
  for (const [identity, { first, last }] of spansOf(records)) {
    people.add(signatureOf(identity, first));
    uuids.set(readIdentity(identity), people.add(signatureOf(identity, last)));
  }
  return { people, uuids };
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
const commitUuidSql = (org: string, repository: string, sha: string) =>
  entityUuidSql(org, 'git', `'commit:' || ${repository} || ':' || ${sha}`);

/** One row a commit: the bytes are bound once and taken apart by the engine. */
const RECORDS = `CREATE OR REPLACE TEMP TABLE stage_log AS
  WITH given AS (SELECT $3 AS org, $4 AS repository, nullif($5, '') AS "webUrl"),
  person AS (SELECT unnest(p.identity) AS identity, unnest(p.uuid) AS uuid
    FROM (SELECT from_json($2::JSON, '{"identity":["VARCHAR"],"uuid":["UUID"]}') AS p)),
  record AS (SELECT string_split(bytes, chr(0)) AS f
    FROM (SELECT unnest(string_split(decode($1::BLOB), chr(0) || chr(0))) AS bytes) WHERE bytes <> ''),
  field AS (SELECT split_part(f[1], ' ', 1) AS sha, string_split(rtrim(f[1], ' '), ' ')[2:] AS parents, f[2] AS author,
    ${momentSql('f[3]')} AS "authoredAt", f[4] AS committer, ${momentSql('f[5]')} AS "committedAt",
    ${TRIMMED} AS message FROM record)
  SELECT ${commitUuidSql('org', 'repository', 'sha')} AS uuid,
    ${entityUuidSql('org', 'git', `'event:commit:' || repository || ':' || sha`)} AS "eventUuid",
    sha, parents, a.uuid AS "authorUuid", c.uuid AS "committerUuid",
    "authoredAt", "committedAt", left(message, ${String(MESSAGE_LIMIT)}) AS message,
    left(split_part(message, chr(10), 1), ${String(NAME_LIMIT)}) AS name, len(parents) > 1 AS "isMerge",
    'commit:' || repository || ':' || sha AS "sourceEventId", "webUrl" || '/commit/' || sha AS "sourceUrl"
  FROM field CROSS JOIN given LEFT JOIN person a ON a.identity = author LEFT JOIN person c ON c.identity = committer`;

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

function peopleStatements(people: PeopleOfBatch): Statement[] {
  const links = people.linkRows();
  return [
    ...loadStatements({ table: 'Person', rows: people.personRows(), match: PERSON_MATCH }),
    ...loadStatements({ table: 'Identity', rows: people.identityRows() }),
    ...loadStatements({ table: 'IdentityLink', rows: links, key: ['identityUuid', 'personUuid', 'method'] }),
  ];
}

/**
 * Brings in commits, their people, parents and events. The engine takes the bytes apart; only who signed, of whom
 * there are few, is worked out here.
 */
export function logStatements(
  bytes: string,
  records: readonly LogRecord[],
  context: Context,
  before: Before = 'some',
): Statement[] {
  const { people, uuids } = peopleOf(records, context);
  const { orgId, repositoryId, repositoryUuid, webUrl } = context;
  const map = JSON.stringify({ identity: [...uuids.keys()], uuid: [...uuids.values()] });
  const given = [String(context.observedAt), repositoryUuid];
  const append = before === 'none';
  const again = before === 'again';
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
  const parents = { table: 'Relation', key: ['relation', 'fromUuid', 'toUuid'], append };
  return [
    ...peopleStatements(people),
    { sql: RECORDS, params: [asUtf8(bytes), map, orgId, repositoryId, webUrl ?? '', SPACE] },
    ...bringInto(commits, COMMITS, LOG, given),
    ...bringInto(events, EVENTS, LOG, given),
    ...bringInto(parents, PARENTS, PARENTS_OF_LOG, [orgId, repositoryId]),
    { sql: `DROP TABLE ${LOG}`, params: [] },
  ];
}
