import { KINDS } from '@cairn/entities';
import type { Relation } from '@cairn/entities';
import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';

/** A column that names a person, and the rows in which git does not resolve it itself. */
interface PersonColumn {
  readonly kind: string;
  readonly column: string;
  readonly where: string;
}

/** Commits and releases of git keep their signers, and its events follow their authors. */
function othersThanGit(kind: string, kept: readonly string[], column: string): string {
  const signed = kept.find((each) => each === column.replace(/Uuid$/, 'SignedUuid'));
  if (signed !== undefined) return `t."${signed}" IS NULL`;
  return kind === 'Event' ? `t.integration IS DISTINCT FROM 'git'` : 'true';
}

const linkColumns = (relations: readonly Relation[]) =>
  new Set(
    relations.flatMap(({ via, target }) => (target === 'Person' && via.kind === 'link' ? [via.column] : [])),
  );

/** Derived kinds are computed from rows whose people are joined. */
const COLUMNS: readonly PersonColumn[] = KINDS.filter(({ derivedFrom }) => derivedFrom === undefined).flatMap(
  ({ name, relations, kept = [] }) =>
    [...linkColumns(relations)].map((column) => ({
      kind: name,
      column,
      where: othersThanGit(name, kept, column),
    })),
);

const SIDES = { out: ['fromUuid', 'toUuid'], in: ['toUuid', 'fromUuid'] } as const;

/** The edges that lead from or to people, by the column of the person. Git resolves its co-authors itself. */
const EDGES: ReadonlyMap<string, string> = new Map(
  KINDS.flatMap(({ name, relations }) =>
    relations.flatMap(({ via, target }) => {
      if (via.kind !== 'edge' || via.relation === 'coAuthored') return [];
      const [near, far] = SIDES[via.direction];
      if (name === 'Person') return [[via.relation, near] as const];
      return target === 'Person' ? [[via.relation, far] as const] : [];
    }),
  ),
);

/** The source of edges that stand for those of a joined account. */
const JOINED = 'joined';
const COPIES = 'joined_edges';

/** The accounts that belong to somebody else; the edges beside theirs lead to that person. */
export const JOINED_ACCOUNTS = 'SELECT "accountUuid" FROM "JoinedPerson"';

/** Gives back what is joined no more, and then gives rows to the people whose accounts they name. */
function columnStatements({ kind, column, where }: PersonColumn): Statement[] {
  const of = `kind = '${kind}' AND field = '${column}'`;
  const stale = `SELECT "rowUuid", was, now FROM "JoinedReference" WHERE ${of}
    AND (was, now) NOT IN (SELECT ("accountUuid", "personUuid") FROM "JoinedPerson")`;
  return [
    update(
      kind,
      { [column]: 's.was' },
      `FROM (${stale}) s WHERE t.uuid = s."rowUuid" AND t."${column}" = s.now`,
    ),
    deleteFrom(
      'JoinedReference',
      `${of} AND ("rowUuid", now) NOT IN (SELECT (uuid, "${column}") FROM "${kind}" WHERE "${column}" IS NOT NULL)`,
    ),
    insertInto(
      'JoinedReference',
      ['kind', 'field', 'rowUuid', 'was', 'now'],
      `SELECT '${kind}', '${column}', t.uuid, t."${column}", j."personUuid" FROM "${kind}" t
       JOIN "JoinedPerson" j ON j."accountUuid" = t."${column}" WHERE ${where}`,
    ),
    update(
      kind,
      { [column]: 'j."personUuid"' },
      `FROM "JoinedPerson" j WHERE t."${column}" = j."accountUuid" AND ${where}`,
    ),
  ];
}

/** Edges of joined accounts stay, and each has one beside it that leads to the person. */
function edgeStatements(): Statement[] {
  const sides = [...new Set(EDGES.values())];
  const namesOf = (side: string) =>
    [...EDGES].flatMap(([relation, each]) => (each === side ? [`'${relation}'`] : [])).join(', ');
  const copies = sides.map(
    (side) => `SELECT e.* REPLACE (j."personUuid" AS "${side}", '${JOINED}' AS "sourceId") FROM "Relation" e
      JOIN "JoinedPerson" j ON j."accountUuid" = e."${side}" WHERE e.relation IN (${namesOf(side)})`,
  );
  const there = `FROM "Relation" e WHERE e."sourceId" = '${JOINED}'`;
  // What is there already stays, so that nothing is computed again for it.
  return [
    createTemp(COPIES, copies.join(' UNION ALL ')),
    deleteFrom(
      'Relation',
      `rowid IN (SELECT e.rowid ${there} AND hash(e) NOT IN (SELECT hash(w) FROM temp.${COPIES} w))`,
    ),
    insertInto('Relation', [], `FROM temp.${COPIES} w WHERE hash(w) NOT IN (SELECT hash(e) ${there})`),
    dropTemp(COPIES),
  ];
}

const HIDDEN = update(
  'Person',
  { deleted: 'true' },
  `FROM "JoinedPerson" j WHERE t.uuid = j."accountUuid" AND t.integration <> 'git' AND NOT t.deleted`,
);

const elsewhere = (side: string) =>
  `SELECT 1 FROM "JoinedPerson" j JOIN "Person" p ON p.uuid = j."${side}" WHERE p.integration <> 'git'`;

/** Whether a join concerns anybody whom git does not know, or did before. */
const NEEDED = `SELECT 1 FROM (SELECT 1 FROM "JoinedReference"
  UNION ALL ${elsewhere('accountUuid')} UNION ALL ${elsewhere('personUuid')}) LIMIT 1`;

/**
 * Gives what sources other than git bring to the people that their accounts were joined into. Rows keep what their
 * source says, so a join ends as soon as it is taken back.
 */
export async function joinReferences(transaction: Transaction): Promise<void> {
  if ((await transaction.rows(NEEDED)).length === 0) return;
  await transaction.runAll([...COLUMNS.flatMap(columnStatements), ...edgeStatements(), HIDDEN]);
}
