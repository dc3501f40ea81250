import { momentSql } from '../store/load.ts';
import { createTemp, deleteFrom, dropTemps, insertInto, update } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';
import { leaveStatements } from './leave-graph.ts';

/** A thing whose whole list a tool told, and when the thing changed last by then; null where nobody knows. */
export interface ListOwner {
  readonly uuid: string;
  /** Seconds since 1970. */
  readonly at: number | null;
}

/** Whole lists of things of one kind: what the source brought before and is not among them leaves. */
export interface WholeList {
  readonly kind: string;
  /** The column that names the owner, and the kind of the owner. */
  readonly column: string;
  readonly ownerKind: string;
  readonly owners: readonly ListOwner[];
  readonly present: readonly string[];
}

/** Whole lists of relations of things: what the source told before and is not among them ends. */
export interface WholeRelations {
  readonly relations: readonly string[];
  /** The end at which the owner stands. */
  readonly side: 'from' | 'to' | 'either';
  readonly ownerKind: string;
  readonly owners: readonly ListOwner[];
  /** Each as its relation, both ends and the type of its link. */
  readonly present: readonly (readonly [
    relation: string,
    fromUuid: string,
    toUuid: string,
    linkType: string | null,
  ])[];
}

/** Things of one kind that a source no longer has. What else it told of them stays, and so does what others know. */
export interface GoneThings {
  readonly kind: string;
  readonly gone: readonly string[];
}

/** Who belongs to a thing by a list of that moment: who is missing has left, and who is new has come. */
export interface MemberList {
  readonly relation: string;
  readonly owner: string;
  /** When it was read, in seconds since 1970. */
  readonly at: number;
  /** Since when somebody belongs to it, where the tool told. */
  readonly members: readonly { readonly uuid: string; readonly since: number | null }[];
  readonly left: readonly { readonly uuid: string; readonly until: number }[];
}

export type WholeOfThings = WholeList | WholeRelations | GoneThings | MemberList;

const OWNERS = 'SELECT uuid FROM temp.whole_owner';
const texts = (param: string) => `SELECT unnest(from_json(${param}::JSON, '["VARCHAR"]'))`;

/** The owners of lists, but for those of which something newer is known: an older page takes nothing away. */
function ownersTemp({ ownerKind, owners }: WholeList | WholeRelations): Statement {
  const isNewer = `i."updatedAt" > ${momentSql('o.told.at')}`;
  const sql = `SELECT o.told.uuid::UUID AS uuid
    FROM (SELECT unnest(from_json($1::JSON, '[{"uuid":"VARCHAR","at":"DOUBLE"}]')) AS told) o
    WHERE NOT EXISTS (SELECT 1 FROM "${ownerKind}" i WHERE i.uuid = o.told.uuid::UUID AND ${isNewer})`;
  return createTemp('whole_owner', sql, [JSON.stringify(owners)]);
}

function endRelations({ relations, side, present }: WholeRelations, sourceId: string): Statement {
  const ends = side === 'either' ? (['from', 'to'] as const) : [side];
  const isOwned = ends.map((end) => `"${end}Uuid" IN (${OWNERS})`).join(' OR ');
  const named = `concat_ws(' ', relation, "fromUuid"::VARCHAR, "toUuid"::VARCHAR, coalesce("linkType", ''))`;
  const told = present.map(([relation, from, to, type]) => [relation, from, to, type ?? ''].join(' '));
  return deleteFrom(
    'Relation',
    `"sourceId" = $1 AND relation IN (${texts('$2')}) AND (${isOwned}) AND ${named} NOT IN (${texts('$3')})`,
    [sourceId, JSON.stringify(relations), JSON.stringify(told)],
  );
}

function leaveMissing({ kind, column, present }: WholeList, sourceId: string): Statement[] {
  const sql = `SELECT t.uuid FROM "${kind}" t JOIN "SourceRecord" r ON r."entityUuid" = t.uuid AND r."sourceId" = $1
    WHERE t."${column}" IN (${OWNERS}) AND t.uuid::VARCHAR NOT IN (${texts('$2')})`;
  return leaveStatements(kind, { sql, params: [sourceId, JSON.stringify(present)] }, sourceId);
}

function markGone({ kind, gone }: GoneThings, sourceId: string): Statement[] {
  const named = `(SELECT unnest(from_json($1::JSON, '["UUID"]')))`;
  const standing = `SELECT "entityUuid" FROM "SourceRecord" WHERE kind = '${kind}' AND NOT deleted`;
  const uuids = JSON.stringify(gone);
  return [
    update('SourceRecord', { deleted: 'true' }, `WHERE t."entityUuid" IN ${named} AND t."sourceId" = $2`, [
      uuids,
      sourceId,
    ]),
    update(kind, { deleted: 'true' }, `WHERE t.uuid IN ${named} AND t.uuid NOT IN (${standing})`, [uuids]),
  ];
}

/** Ends the memberships of who left, and begins those of who came; of the first list nobody knows since when. */
function followMembers({ relation, owner, at, members, left }: MemberList, sourceId: string): Statement[] {
  const of = 'e."sourceId" = $1 AND e.relation = $2 AND e."fromUuid" = $3::UUID';
  const params = [sourceId, relation, owner, String(at)];
  const seconds = (param: string) => momentSql(`${param}::DOUBLE`);
  const told = (moment: string) => `SELECT told.uuid::UUID AS uuid, told.${moment} AS ${moment}
    FROM (SELECT unnest(from_json($1::JSON, '[{"uuid":"VARCHAR","${moment}":"DOUBLE"}]')) AS told)`;
  const isLater = `e."until" IS NULL OR e."until" > ${seconds('$4')}`;
  return [
    createTemp('left_member', told('until'), [JSON.stringify(left)]),
    createTemp('present_member', told('since'), [JSON.stringify(members)]),
    update(
      'Relation',
      {
        until: `coalesce((SELECT ${momentSql('max(g.until)')} FROM temp.left_member g WHERE g.uuid = t."toUuid"), ${seconds('$4')})`,
      },
      `WHERE ${of.replaceAll('e.', 't.')} AND t."until" IS NULL AND (t.since IS NULL OR t.since <= ${seconds('$4')})
        AND t."toUuid" NOT IN (SELECT uuid FROM temp.present_member)`,
      params,
    ),
    insertInto(
      'Relation',
      ['relation', 'fromUuid', 'toUuid', 'since', 'sourceId'],
      `SELECT $2, $3::UUID, m.uuid, coalesce(${momentSql('m.since')}, CASE WHEN EXISTS (FROM "Relation" e WHERE ${of}) THEN ${seconds('$4')} END), $1
       FROM temp.present_member m WHERE NOT EXISTS (FROM "Relation" e WHERE ${of} AND e."toUuid" = m.uuid AND (${isLater}))`,
      params,
    ),
    dropTemps(['left_member', 'present_member']),
  ];
}

/** Statements after which a source tells no more of things than their whole lists do. */
export function wholeStatements(whole: WholeOfThings, sourceId: string): Statement[] {
  if ('gone' in whole) return markGone(whole, sourceId);
  if ('members' in whole) return followMembers(whole, sourceId);
  if (whole.owners.length === 0) return [];
  const ended = 'kind' in whole ? leaveMissing(whole, sourceId) : [endRelations(whole, sourceId)];
  return [ownersTemp(whole), ...ended, dropTemps(['whole_owner'])];
}
