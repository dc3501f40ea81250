import type { GraphWriter } from './graph-writer.ts';
import { createTemp, dropTemp, insertInto, update } from './statement.ts';
import type { Statement } from './statement.ts';

const BEFORE = 'named_before';

/** What the records of a source call its things. An only repository is the same, whatever it is called. */
const NAMED = `SELECT kind, "entityUuid" AS uuid,
    CASE WHEN kind = 'Repository' AND count(*) OVER (PARTITION BY kind) = 1 THEN '' ELSE "externalId" END AS name
  FROM "SourceRecord" WHERE "sourceId" = $1`;

/** Rows without records, of an earlier version: their kind, uuid and name as their source's records will have them. */
export interface UnrecordedRows {
  readonly kind: string;
  /** The SQL expression of the name. */
  readonly name: string;
  readonly where: string;
}

/** Keeps the uuids of a source's things; what has others after `rebuild` is found by the former ones from then on. */
export function keepFormerUuids(
  sourceId: string,
  unrecorded: readonly UnrecordedRows[] = [],
): { readonly before: Statement[]; readonly after: Statement[] } {
  const more = unrecorded.map(
    ({ kind, name, where }) => `UNION ALL SELECT '${kind}', uuid, ${name} FROM "${kind}" WHERE ${where}`,
  );
  const changed = `SELECT DISTINCT ON (b.uuid) b.uuid AS former, n.uuid AS current
    FROM temp.${BEFORE} b JOIN (${NAMED}) n ON n.kind = b.kind AND n.name = b.name WHERE n.uuid <> b.uuid`;
  return {
    before: [createTemp(BEFORE, `${NAMED} ${more.join(' ')}`, [sourceId])],
    after: [
      update('FormerUuid', { current: 's.current' }, `FROM (${changed}) s WHERE t.current = s.former`, [
        sourceId,
      ]),
      insertInto(
        'FormerUuid',
        ['former', 'current'],
        `SELECT former, current FROM (${changed}) WHERE former NOT IN (SELECT former FROM "FormerUuid")`,
        [sourceId],
      ),
      dropTemp(BEFORE),
    ],
  };
}

/** The uuids that lead to another one: former ones, and those of accounts that belong to a person by now. */
export const LEADING = `SELECT current, former::VARCHAR AS former FROM "FormerUuid"
  UNION SELECT "personUuid", "accountUuid"::VARCHAR FROM "JoinedPerson"
  UNION SELECT j."personUuid", f.former::VARCHAR FROM "JoinedPerson" j
    JOIN "FormerUuid" f ON f.current = j."accountUuid"`;

/** The uuids that lead to this one. */
export async function uuidsLeadingTo(
  store: Pick<GraphWriter, 'rows'>,
  uuid: string,
): Promise<readonly string[]> {
  const sql = `SELECT former FROM (${LEADING}) WHERE current = $1::UUID ORDER BY former LIMIT 100`;
  return (await store.rows<{ former: string }>(sql, [uuid])).map(({ former }) => former);
}

/** The people whom those among these accounts belong to that were joined into another one. */
export async function joinedPeople(
  store: Pick<GraphWriter, 'rows'>,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.rows<{ account: string; person: string }>(
    `SELECT "accountUuid"::VARCHAR AS account, "personUuid"::VARCHAR AS person FROM "JoinedPerson"
     WHERE "accountUuid" IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))`,
    [JSON.stringify(uuids)],
  );
  return new Map(rows.map(({ account, person }) => [account, person]));
}

/** The present uuids of those among these that are former ones. */
export async function formerUuids(
  store: Pick<GraphWriter, 'rows'>,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.rows<{ former: string; current: string }>(
    `SELECT former, current FROM "FormerUuid" WHERE former IN (SELECT unnest(from_json($1::JSON, '["UUID"]')))`,
    [JSON.stringify(uuids)],
  );
  return new Map(rows.map(({ former, current }) => [former, current]));
}
