import { keepForLater } from '@cairn/service-kit/keep-for-later';
import { type KeyedReader, fewRows, namesAny } from '../key-index/keyed-rows.ts';

interface Edge {
  readonly relation: string;
  readonly fromUuid: string;
  readonly toUuid: string;
}
type End = 'fromUuid' | 'toUuid';

/** The uuids of a bound list, as a query. */
export const listed = (placeholder: string): string =>
  `SELECT unnest(from_json(${placeholder}::JSON, '["UUID"]'))`;

/**
 * Follows edges from entities to entities. The edges of each entity are read once and whole: the engine looks up
 * those of a few known entities, but reads the whole table for those of a query.
 */
export class EdgeWalk {
  readonly #store: KeyedReader;
  readonly #relations: string;
  readonly #edges = new Map<string, Promise<readonly Edge[]>>();

  constructor(store: KeyedReader, relations: readonly string[]) {
    this.#store = store;
    this.#relations = relations.map((relation) => `'${relation}'`).join(', ');
  }

  /** What the edges of a relation lead to from entities, each once. */
  async follow(relation: string, from: End, uuids: readonly string[]): Promise<string[]> {
    const missing = uuids.filter((uuid) => !this.#edges.has(uuid));
    const read = missing.length > 0 ? keepForLater(this.#read(missing)) : undefined;
    if (read) for (const uuid of missing) this.#edges.set(uuid, read);
    const far = from === 'fromUuid' ? 'toUuid' : 'fromUuid';
    const batches = new Set(await Promise.all(uuids.flatMap((uuid) => this.#edges.get(uuid) ?? [])));
    const near = new Set(uuids);
    const reached = [...batches].flatMap((edges) =>
      edges.filter((edge) => edge.relation === relation && near.has(edge[from])).map((edge) => edge[far]),
    );
    return [...new Set(reached)];
  }

  #read(uuids: readonly string[]): Promise<Edge[]> {
    const isNear = namesAny(this.#store, 'Relation', 'r', listed('$1'));
    const rows = `SELECT relation, "fromUuid", "toUuid" FROM "Relation" r WHERE ${isNear}`;
    return this.#store.rows<Edge>(
      `SELECT relation, "fromUuid"::VARCHAR AS "fromUuid", "toUuid"::VARCHAR AS "toUuid"
       FROM (${this.#store.keys?.Relation ? fewRows(rows) : rows}) WHERE relation IN (${this.#relations})`,
      [JSON.stringify(uuids)],
    );
  }
}
