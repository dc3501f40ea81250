import {
  type ColumnVector,
  Uuids,
  bigintColumn,
  booleanColumn,
  constantColumn,
  textColumn,
} from '../../store/columns.ts';
import { type Into, loadStatements, mergeStatements } from '../../store/load.ts';
import { createTemp, deleteFrom, dropTemp } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { TransactionStep } from '../../store/transaction.ts';
import { hashedName } from '../../store/uuid.ts';
import { naturalKey } from '../../store/natural-key.ts';
import { RECORD_KEY } from '../../store/source-records.ts';
import { coAuthorsOf } from './co-authors.ts';
import { type NumberedCommits, CommitNumbers } from './commit-numbers.ts';
import { commitNameSql, commitPage, commitPages } from './commit-pages.ts';
import { AUTHORED, COMMITTED, OBSERVED, TOLD_AGAIN, type Values, WRITTEN_BEFORE } from './commit-events.ts';
import { type Context, commitEvent, writingEvent } from './normalise.ts';
import type { Lineage, CommitPositions } from './lineage.ts';
import { NONE_OF_MERGE } from './cut-merges.ts';
import { messagesOf, packNames } from './messages.ts';
import { PeopleMet, accountLoads, personRecords } from './people.ts';
import { type LogRecord, type Signed, signatureOf } from './records.ts';

/** Which of the commits the graph already has: none, some, or all, which are then read again with other people. */
type Before = 'none' | 'some' | 'again';

/** How the row of a known person changes when they appear again. */
const PERSON_MATCH = {
  createdAt: 'least',
  updatedAt: 'greatest',
  observedAt: 'greatest',
} as const;

/** The columns that change when a commit is read again: those of the mailmap, and those an earlier edition left out. */
const READ_AGAIN = {
  name: 'replace',
  localHour: 'replace',
  localWeekday: 'replace',
  utcOffset: 'replace',
  authorSignedUuid: 'replace',
  committerSignedUuid: 'replace',
  authorSignedName: 'replace',
  committerSignedName: 'replace',
} as const;

const shasOf = (records: readonly LogRecord[]) =>
  Buffer.from(records.map(({ sha }) => sha).join('\0'), 'latin1');

interface Signer {
  /** Its position among the signers of the batch, counted from 1. */
  readonly place: number;
  first: number | null;
  last: number | null;
}

/** All signers with their first and last moment, and the author and committer of each commit. */
class Signers {
  readonly byIdentity = new Map<string, Signer>();
  readonly authors: number[] = [];
  readonly committers: number[] = [];

  constructor(records: readonly LogRecord[]) {
    for (const { author, committer } of records) {
      const signer = this.signer(author.identity);
      const same = committer.identity === author.identity;
      this.authors.push(this.sign(signer, author));
      this.committers.push(this.sign(same ? signer : this.signer(committer.identity), committer));
    }
  }

  private signer(identity: string): Signer {
    let signer = this.byIdentity.get(identity);
    if (!signer) {
      signer = { place: this.byIdentity.size + 1, first: null, last: null };
      this.byIdentity.set(identity, signer);
    }
    return signer;
  }

  private sign(signer: Signer, { at }: Signed): number {
    if (at !== null) {
      signer.first = Math.min(signer.first ?? at, at);
      signer.last = Math.max(signer.last ?? at, at);
    }
    return signer.place;
  }

  /** The uuids of the people, by position. */
  uuids(people: PeopleMet): string[] {
    return [...this.byIdentity].map(([identity, { first, last }]) => {
      people.add(signatureOf(identity, first));
      return people.add(signatureOf(identity, last));
    });
  }
}

const PLACES = 'log_places';
const RELATED = 'log_related';
const TEXTS = 'log_texts';
const TOLD = 'log_told';

const split = (bytes: string) => `unnest(string_split(decode(${bytes}::BLOB), chr(0)))`;
/** A text whose lines end without blanks; most have none there. */
const ENDED = `CASE WHEN contains(plain, ' ' || chr(10)) OR contains(plain, chr(9) || chr(10))
  THEN regexp_replace(plain, '[ \\t]+\\n', chr(10), 'g') ELSE plain END`;
/** The first paragraph on one line, as git tells a subject: a line of blanks ends it. */
const SUBJECT = `replace(first, chr(10), ' ')`;
/** The texts of commits in the order of their columns. */
const TEXTS_OF = `SELECT sha, message, ${commitNameSql(SUBJECT)} AS name, nullif(author, '') AS "authorName", nullif(committer, '') AS "committerName"
  FROM (SELECT *, split_part(ltrim(${ENDED}, chr(10)), chr(10) || chr(10), 1) AS first
    FROM (SELECT *, replace(message, chr(13), '') AS plain
      FROM (SELECT ${split('$1')} AS sha, ${split('$2')} AS message, ${split('$3')} AS author, ${split('$4')} AS committer)))`;
/** The moment by the author's own clock. */
const LOCAL = '"authoredAt" + to_minutes("authoredOffset")';
const LOG = `(SELECT *, make_timestamp("authoredSeconds" * 1000000) AS "authoredAt",
    make_timestamp("committedSeconds" * 1000000) AS "committedAt"
  FROM temp.${PLACES} POSITIONAL JOIN temp.${TEXTS})`;

const COMMITS: Values = {
  uuid: 'uuid',
  name: 'name',
  integration: `'git'`,
  externalId: 'sha',
  sourceUrl: commitPage('$3'),
  sha: 'sha',
  message: 'message',
  authoredAt: '"authoredAt"',
  committedAt: '"committedAt"',
  localHour: `hour(${LOCAL})`,
  localWeekday: `dayname(${LOCAL})`,
  utcOffset: `format('{}{:02d}:{:02d}', CASE WHEN "authoredOffset" < 0 THEN '-' ELSE '+' END,
    abs("authoredOffset") // 60, abs("authoredOffset") % 60)`,
  createdAt: '"authoredAt"',
  updatedAt: '"committedAt"',
  firstObservedAt: OBSERVED,
  observedAt: OBSERVED,
  deleted: 'false',
  isMerge: '"isMerge"',
  repositoryUuid: '$2::UUID',
  authorUuid: '"authorUuid"',
  committerUuid: '"committerUuid"',
  authorSignedUuid: '"authorUuid"',
  committerSignedUuid: '"committerUuid"',
  authorSignedName: '"authorName"',
  committerSignedName: '"committerName"',
  branchUuid: '"branchUuid"',
  ...Object.fromEntries(NONE_OF_MERGE.map((column) => [column, 'CASE WHEN "isMerge" THEN 0 END'])),
};
const EDGE_KEY = ['relation', 'fromUuid', 'toUuid'];
const EDGES: Values = {
  relation: 'relation',
  fromUuid: '"fromUuid"',
  toUuid: '"toUuid"',
  sourceId: '"sourceId"',
};
const RECORDS: Values = {
  entityUuid: 'uuid',
  kind: `'Commit'`,
  sourceId: '$2::VARCHAR',
  externalId: 'sha',
  firstSeen: OBSERVED,
  lastSeen: OBSERVED,
  deleted: 'false',
};

/** What forges told of commits that are read now: a clone says more of them. */
const FORGET_TOLD: readonly Statement[] = [
  createTemp(
    TOLD,
    `SELECT uuid FROM "Commit" WHERE integration <> 'git' AND uuid IN (SELECT uuid FROM temp.${PLACES})`,
  ),
  ...[
    ['Commit', 'uuid'],
    ['Event', '"entityUuid"'],
  ].map(([table = '', uuid = '']) => deleteFrom(table, `${uuid} IN (SELECT uuid FROM temp.${TOLD})`)),
  deleteFrom('Relation', `relation = 'parent' AND "fromUuid" IN (SELECT uuid FROM temp.${TOLD})`),
  dropTemp(TOLD),
];

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

function peopleStatements(met: PeopleMet, nobody: boolean, context: Context): Statement[] {
  const { people, identities, links } = met.takeRows();
  return [
    ...loadStatements({
      table: 'Person',
      rows: people,
      ...(nobody ? { append: true } : { match: PERSON_MATCH }),
    }),
    ...loadStatements(personRecords(context, people, nobody)),
    ...accountLoads({ identities, links }).flatMap(loadStatements),
  ];
}

/** What the batches of one log share. */
export interface LogReading {
  readonly before: Before;
  /** Whether the org had nothing of git when the run began: no people, and so no commits of another repository. */
  readonly nobody: boolean;
  readonly people: PeopleMet;
  readonly numbers: CommitNumbers;
  /** Absent where commits are aligned with the history afterwards. */
  readonly lineage?: Lineage;
}

/** The reading of a batch that shares nothing with others. */
export function aloneIn(context: Context, before: Before, nobody = false): LogReading {
  const people = new PeopleMet(context);
  return { before, nobody, people, numbers: new CommitNumbers(context) };
}

const NO_UUIDS = new Uuids(0);
const nowhere = ({ numbers: { length } }: NumberedCommits): CommitPositions => ({
  branches: new Int32Array(length),
  releases: new Int32Array(length),
});

/** The child of each parent link. */
function childrenOf({ numbers, parents, starts }: NumberedCommits): Int32Array {
  const children = new Int32Array(parents.length);
  for (let index = 0, at = 0; index < numbers.length; index += 1)
    for (const end = starts[index + 1] ?? 0; at < end; at += 1) children[at] = numbers[index] ?? 0;
  return children;
}

/** The columns of fixed width of the commits. */
function columnsOf(
  records: readonly LogRecord[],
  context: Context,
  batch: NumberedCommits,
  { branches }: CommitPositions,
  { lineage, numbers, people }: LogReading,
): ColumnVector[] {
  const [eventName, writtenName] = [commitEvent(''), writingEvent('')].map((event) =>
    hashedName(context.orgId, naturalKey.other({ integration: 'git', id: `event:${event}` })),
  );
  const events = new Uuids(records.length);
  events.add(records.map(({ sha }) => eventName + sha));
  const written = new Uuids(records.length);
  written.add(records.map(({ sha }) => writtenName + sha));
  const signers = new Signers(records);
  const everyone = Uuids.of(signers.uuids(people));
  return [
    numbers.uuids.columnAt('uuid', batch.numbers),
    events.column('eventUuid'),
    written.column('writtenUuid'),
    everyone.columnAt('authorUuid', signers.authors),
    everyone.columnAt('committerUuid', signers.committers),
    (lineage?.branchList ?? NO_UUIDS).columnAt('branchUuid', branches),
    bigintColumn(
      'authoredSeconds',
      records.map(({ author }) => author.at),
    ),
    bigintColumn(
      'authoredOffset',
      records.map(({ author }) => author.offset),
    ),
    bigintColumn(
      'committedSeconds',
      records.map(({ committer }) => committer.at),
    ),
    booleanColumn(
      'isMerge',
      records.map(({ parents }) => parents.length > 1),
    ),
  ];
}

interface Ends {
  readonly from: ColumnVector;
  readonly to: ColumnVector;
  readonly rows: number;
}

/** Inserts relations of one name; those that cannot exist yet skip the check for duplicates. */
function relate(
  relation: string,
  { from, to, rows }: Ends,
  { sourceId, append }: { readonly sourceId: string; readonly append: boolean },
): TransactionStep[] {
  if (rows === 0) return [];
  const columns = [constantColumn('relation', relation, rows), from, to, textColumn('sourceId', sourceId)];
  if (append) return [{ table: 'Relation', persistent: true, rows, columns }];
  const into = { table: 'Relation', key: EDGE_KEY };
  return [
    { table: RELATED, rows, columns },
    ...bringInto(into, EDGES, `temp.${RELATED}`, []),
    dropTemp(RELATED),
  ];
}

/** From commits to those that their messages name as co-authors, as they are written there. */
function coAuthors(records: readonly LogRecord[], batch: NumberedCommits, log: LogReading): Ends {
  const commits: number[] = [];
  const people: string[] = [];
  for (const [index, record] of records.entries())
    for (const signature of coAuthorsOf(record)) {
      commits.push(batch.numbers[index] ?? 0);
      people.push(log.people.add(signature, 'trailer'));
    }
  return {
    from: log.numbers.uuids.columnAt('fromUuid', commits),
    to: Uuids.of(people).column('toUuid'),
    rows: commits.length,
  };
}

/** Relations from commits to their parents, and from releases to the commits they first included. */
function relations(
  batch: NumberedCommits,
  { releases }: CommitPositions,
  { lineage, numbers }: LogReading,
  how: { readonly sourceId: string; readonly append: boolean },
): TransactionStep[] {
  const { uuids } = numbers;
  const parents = {
    from: uuids.columnAt('fromUuid', childrenOf(batch)),
    to: uuids.columnAt('toUuid', batch.parents),
    rows: batch.parents.length,
  };
  const held = releases.filter((place) => place > 0);
  const included = {
    from: (lineage?.releaseList ?? NO_UUIDS).columnAt('fromUuid', held),
    to: uuids.columnAt(
      'toUuid',
      batch.numbers.filter((_, index) => (releases[index] ?? 0) > 0),
    ),
    rows: held.length,
  };
  return [...relate('parent', parents, how), ...relate('includes', included, how)];
}

/**
 * The steps that insert commits, their people, parents and events. Columns of fixed width are computed here and handed
 * to the engine in its own form; the engine splits the texts itself.
 */
export function logStatements(
  records: readonly LogRecord[],
  context: Context,
  log: LogReading,
): TransactionStep[] {
  const { repositoryUuid } = context;
  const batch = log.numbers.batch(records);
  const places = log.lineage?.place(batch) ?? nowhere(batch);
  const columns = columnsOf(records, context, batch, places, log);
  const helped = coAuthors(records, batch, log);
  const given = [String(context.observedAt), repositoryUuid];
  // A commit of a new repository may be known from another one.
  const append = log.before === 'none' && log.nobody;
  const how = { sourceId: context.sourceId, append };
  const again = log.before === 'again';
  const commits: Omit<Into, 'columns'> = {
    table: 'Commit',
    append,
    match: again ? READ_AGAIN : {},
  };
  const events: Omit<Into, 'columns'> = { table: 'Event', append, match: again ? TOLD_AGAIN : {} };
  const known = { table: 'SourceRecord', key: RECORD_KEY, append: log.before === 'none' };
  return [
    ...peopleStatements(log.people, log.nobody, context),
    { table: PLACES, rows: records.length, columns },
    createTemp(TEXTS, TEXTS_OF, [shasOf(records), messagesOf(records), ...packNames(records)]),
    ...FORGET_TOLD,
    ...bringInto(commits, COMMITS, LOG, [...given, commitPages(context)]),
    ...bringInto(events, COMMITTED, LOG, [...given, commitEvent(''), context.sourceId]),
    ...bringInto(events, AUTHORED, `(FROM ${LOG} WHERE ${WRITTEN_BEFORE})`, [
      ...given,
      writingEvent(''),
      context.sourceId,
    ]),
    ...bringInto(known, RECORDS, LOG, [String(context.observedAt), context.sourceId]),
    ...[PLACES, TEXTS].map(dropTemp),
    ...relations(batch, places, log, how),
    ...relate('coSigned', helped, how),
  ];
}
