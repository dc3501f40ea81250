import { AppError, type OutputOf, isVisible } from '@cairn/contracts';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { Catalogue, Kind, Relation } from '@cairn/entities';
import type { ZoneTable } from '@cairn/query';
import { quoted } from '../../store/ddl.ts';
import type { EntityMatch } from '../find.ts';
import type { KeyedReader } from '../key-index/keyed-rows.ts';
import { leadsTo, nearEdges, parameters, reachedBy } from './reach.ts';

type Related = OutputOf<typeof entityStoryContract.entityRelated>;

export interface RelatedOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly zone: ZoneTable;
  readonly catalogue: Catalogue;
  readonly relation: string | undefined;
  readonly direction: 'forward' | 'inverse';
  readonly type: string | undefined;
}

interface Way {
  /** The kind that the rows are of. */
  readonly kind: Kind;
  readonly relation: Relation;
}

const isCalled = ({ name, aliases }: Relation, wanted: string | undefined) =>
  wanted === undefined || name === wanted || aliases?.includes(wanted) === true;

/** The relations that are followed: of the entity, or those of every kind that lead to one of its kind. */
function waysOf({ kind }: EntityMatch, { catalogue, relation, direction, type }: RelatedOptions): Way[] {
  const ways =
    direction === 'forward'
      ? kind.relations.flatMap((each): Way[] => {
          const target = catalogue.kind(each.target);
          return target ? [{ kind: target, relation: each }] : [];
        })
      : catalogue.kinds.flatMap((from) =>
          from.relations
            .filter(({ target }) => target === kind.name)
            .map((each): Way => ({ kind: from, relation: each })),
        );
  return ways.filter(
    (way) =>
      way.kind.name !== 'Event' &&
      isCalled(way.relation, relation) &&
      (type ?? way.kind.name) === way.kind.name,
  );
}

/** A page of what relations of an entity lead to, or of what leads to it by a relation, the newest first. */
export async function entityRelated(
  store: KeyedReader,
  found: EntityMatch,
  options: RelatedOptions,
): Promise<Related> {
  const { page, pageSize, zone, direction, relation } = options;
  const ways = waysOf(found, options);
  if (ways.length === 0 && relation !== undefined)
    throw new AppError('invalid_input', `${found.kind.label} has no relation ${relation} in this direction.`);
  const { values, bind } = parameters();
  const follow = direction === 'forward' ? reachedBy : leadsTo;
  const lines = ways.flatMap(({ kind, relation: via }, place) => {
    const condition = follow(via, found.row, bind);
    return condition === null
      ? []
      : `SELECT t.uuid::VARCHAR AS uuid, t.name, ${String(place)} AS place, t.${quoted(kind.timeAttribute)}::TIMESTAMP AS moment
          FROM ${quoted(kind.name)} t WHERE ${condition} AND NOT coalesce(t.deleted, false)`;
  });
  const meta = { page, pageSize, timezone: zone.zone };
  if (lines.length === 0) return { related: [], meta: { ...meta, total: 0 } };
  const rows = await store.rows<{ uuid: string; name: string | null; place: number; total: number }>(
    `WITH ${await nearEdges(store, found, bind)}, line AS MATERIALIZED (${lines.join(' UNION ALL ')})
     SELECT uuid, name, place, (SELECT count(*)::INTEGER FROM line) AS total FROM line
     ORDER BY place, moment DESC NULLS LAST, uuid LIMIT ${bind(pageSize)} OFFSET ${bind((page - 1) * pageSize)}`,
    values,
  );
  const related = rows.flatMap(({ uuid, name, place }) => {
    const way = ways[Number(place)];
    if (!way) return [];
    const shown = name !== null && isVisible(name) ? name : uuid;
    return [
      { uuid, kind: way.kind.name, name: shown, relation: way.relation.name, label: way.relation.label },
    ];
  });
  return { related, meta: { ...meta, total: rows[0]?.total ?? 0 } };
}
