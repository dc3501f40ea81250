import { isUtf8 } from 'node:buffer';
import { type Column, type Columns, Uuids, truths, wholeNumbers } from '../store/columns.ts';
import type { Step } from '../store/graph-writer.ts';
import { type Into, type Statement, loadStatements, mergeStatements } from '../store/load.ts';
import { hashedName } from '../store/uuid.ts';
import { bytesOf, readText } from './git.ts';
import type { Context } from './normalise.ts';
import type { Lineage, Places } from './lineage.ts';
import { PeopleMet } from './people.ts';
import { type LogRecord, type Signed, signatureOf } from './records.ts';

const MESSAGE_LIMIT = 100_000;
const NAME_LIMIT = 500;
const ASCII_SPACE = ' \t\n\v\f\r';

/** What is known of commits before they come: they are not there, or those that are get their people set anew. */
type Before = 'none' | 'some' | 'again';

/** How people that are known already change when they are met again. */
const PERSON_MATCH = {
  name: 'newest',
  createdAt: 'least',
  updatedAt: 'greatest',
  observedAt: 'greatest',
} as const;

/** What is at the beginning of a text may look like a mark of its encoding, which does not count as text. */
const readMessage = (bytes: string) => readText(`=${bytes}`).slice(1);

/** The message without white space at its end, and with an end. */
function messageOf({ message }: LogRecord): string {
  let end = message.length;
  while (end > 0 && ASCII_SPACE.includes(message.charAt(end - 1))) end -= 1;
  const trimmed = message.slice(0, end);
  if (end === 0 || (end <= MESSAGE_LIMIT && trimmed.charCodeAt(end - 1) < 128)) return trimmed;
  // Only now it matters what the bytes mean. A character takes up to two places in a string.
  const text = readMessage(trimmed).trimEnd();
  return bytesOf(
    Array.from(text.slice(0, 2 * MESSAGE_LIMIT))
      .slice(0, MESSAGE_LIMIT)
      .join(''),
  );
}

/** The messages as UTF-8, one after another: as they are if they are that already, else each by itself. */
function messagesOf(records: readonly LogRecord[]): Uint8Array {
  const messages = records.map(messageOf);
  const own = Buffer.from(messages.join('\0'), 'latin1');
  return isUtf8(own) ? own : Buffer.from(messages.map(readMessage).join('\0'), 'utf8');
}

const shasOf = (records: readonly LogRecord[]) =>
  Buffer.from(records.map(({ sha }) => sha).join('\0'), 'latin1');

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

/** What stands before the name of a commit where a source event is named. */
const prefixOf = ({ repositoryId }: Context) => `commit:${repositoryId}:`;

const PLACES = 'log_places';
const PARENTS = 'log_parents';
const TEXTS = 'log_texts';

const split = (bytes: string) => `unnest(string_split(decode(${bytes}::BLOB), chr(0)))`;
/** The texts of commits in the order of their columns. */
const TAKE_TEXTS = `CREATE OR REPLACE TEMP TABLE ${TEXTS} AS
  SELECT sha, message, left(split_part(message, chr(10), 1), ${String(NAME_LIMIT)}) AS name
  FROM (SELECT ${split('$1')} AS sha, ${split('$2')} AS message)`;
const LOG = `(SELECT *, make_timestamp("authoredSeconds" * 1000000) AS "authoredAt",
    make_timestamp("committedSeconds" * 1000000) AS "committedAt"
  FROM temp.${PLACES} POSITIONAL JOIN temp.${TEXTS})`;

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
/** Where a commit can be seen; `$3` is empty where that is not known. */
const SOURCE_URL = `nullif($3::VARCHAR, '') || sha`;
const COMMITS: Values = {
  uuid: 'uuid',
  name: 'name',
  integration: `'git'`,
  externalId: 'sha',
  sourceUrl: SOURCE_URL,
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
  sourceEventId: '$3::VARCHAR || sha',
  integration: `'git'`,
  action: `CASE WHEN "isMerge" THEN 'merged' ELSE 'committed' END`,
  entityType: `'Commit'`,
  entityUuid: 'uuid',
  actorUuid: '"authorUuid"',
  name: 'name',
  reference: 'left(sha, 10)',
  repositoryUuid: '$2::UUID',
};
const PARENT: Values = { relation: `'parent'`, fromUuid: '"fromUuid"', toUuid: '"toUuid"' };
const RELEASED = `temp.${PLACES} WHERE "releaseUuid" IS NOT NULL`;
const INCLUDES: Values = { relation: `'includes'`, fromUuid: '"releaseUuid"', toUuid: 'uuid' };
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

const NONE = new Uuids(0);
const nowhere = (records: readonly LogRecord[]): Places => {
  const none = records.map(() => 0);
  return { branches: none, releases: none };
};

/** Everything of fixed width that is known of the commits, and who stands on whom. */
function columnsOf(records: readonly LogRecord[], context: Context, log: LogReading): Columns[] {
  const { orgId } = context;
  const commitName = hashedName(orgId, 'git', prefixOf(context));
  const eventName = hashedName(orgId, 'git', `event:${prefixOf(context)}`);
  const uuids = new Uuids(records.length);
  const events = new Uuids(records.length);
  const children = new Uuids(records.length);
  const parents = new Uuids(records.length);
  for (const { sha, parents: under } of records) {
    uuids.add(commitName + sha);
    events.add(eventName + sha);
    for (const parent of under) {
      children.addLast(uuids);
      parents.add(commitName + parent);
    }
  }
  const related = [children.column('fromUuid'), parents.column('toUuid')];
  const placed = placesOf(records, log);
  const own = [uuids.column('uuid'), events.column('eventUuid'), ...placed];
  return [
    { table: PLACES, rows: records.length, columns: own },
    { table: PARENTS, rows: parents.length, columns: related },
  ];
}

function placesOf(records: readonly LogRecord[], { lineage, people }: LogReading): Column[] {
  const signers = new Signers(records);
  const everyone = Uuids.of(signers.uuids(people));
  const { branches, releases } = lineage?.place(records) ?? nowhere(records);
  return [
    everyone.columnAt('authorUuid', signers.authors),
    everyone.columnAt('committerUuid', signers.committers),
    (lineage?.branchList ?? NONE).columnAt('branchUuid', branches),
    (lineage?.releaseList ?? NONE).columnAt('releaseUuid', releases),
    wholeNumbers(
      'authoredSeconds',
      records.map(({ author }) => author.at),
    ),
    wholeNumbers(
      'committedSeconds',
      records.map(({ committer }) => committer.at),
    ),
    truths(
      'isMerge',
      records.map(({ parents }) => parents.length > 1),
    ),
  ];
}

/**
 * Brings in commits, their people, parents and events. What has a fixed width is worked out here and handed to the
 * engine as it keeps it; texts it gets in one piece.
 */
export function logStatements(records: readonly LogRecord[], context: Context, log: LogReading): Step[] {
  const { repositoryUuid, webUrl } = context;
  const columns = columnsOf(records, context, log);
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
  const pages = webUrl === null ? '' : `${webUrl}/commit/`;
  return [
    ...peopleStatements(log.people),
    ...columns,
    { sql: TAKE_TEXTS, params: [shasOf(records), messagesOf(records)] },
    ...bringInto(commits, COMMITS, LOG, [...given, pages]),
    ...bringInto(events, EVENTS, LOG, [...given, prefixOf(context)]),
    ...bringInto(relation, PARENT, `temp.${PARENTS}`, []),
    ...(released ? bringInto(relation, INCLUDES, RELEASED, []) : []),
    ...[PLACES, PARENTS, TEXTS].map((table) => ({
      sql: `DROP TABLE temp.${table}`,
      params: [],
    })),
  ];
}
