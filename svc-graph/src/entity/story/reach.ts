import type { Kind, Relation } from '@cairn/entities';
import { quoted } from '../../store/ddl.ts';
import type { EntityMatch } from '../find.ts';
import { type KeyedReader, edgesAt, rowsAt } from '../key-index/keyed-rows.ts';

/** Binds a value to a statement and gives its placeholder. */
export type Bind = (value: string | number) => string;

/** Parameters in the order in which they were bound. */
export function parameters(): { readonly values: (string | number)[]; readonly bind: Bind } {
  const values: (string | number)[] = [];
  return { values, bind: (value) => `$${String(values.push(value))}` };
}

/** The edges at the entity of `bind`, read once for all relations: `near_edge`. */
export async function nearEdges(store: KeyedReader, { kind, row }: EntityMatch, bind: Bind): Promise<string> {
  const uuid = String(row['uuid']);
  const entity = { kind: kind.name, uuid, placeholder: bind(uuid) };
  return `near_edge AS MATERIALIZED (${await edgesAt(store, entity, ['relation', 'fromUuid', 'toUuid', 'until'])})`;
}

/** What edges of a relation lead to from the entity of a placeholder, as a query of uuids. */
export function entitiesAt(
  store: KeyedReader,
  relation: string,
  from: 'fromUuid' | 'toUuid',
  placeholder: string,
): string {
  const far = from === 'fromUuid' ? 'toUuid' : 'fromUuid';
  return `SELECT r."${far}" AS uuid FROM ${rowsAt(store, 'Relation', ['relation', from, far], placeholder)} r
    WHERE r.relation = '${relation}' AND r."${from}" = ${placeholder}::UUID`;
}

const isHeld = (via: Extract<Relation['via'], { kind: 'edge' }>) => (via.dated ? ' AND until IS NULL' : '');

/** The condition under which a row `t` is what a relation of the entity leads to now; null when nothing can be. It reads `near_edge`. */
export function reachedBy({ via }: Relation, row: EntityMatch['row'], bind: Bind): string | null {
  const uuid = String(row['uuid']);
  if (via.kind === 'link') {
    const value = row[via.column];
    return typeof value === 'string' ? `t.uuid = ${bind(value)}::UUID` : null;
  }
  if (via.kind === 'inverse') return `t.${quoted(via.column)} = ${bind(uuid)}::UUID`;
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  return `t.uuid IN (SELECT "${there ?? ''}" FROM near_edge WHERE relation = ${bind(via.relation)} AND "${here ?? ''}" = ${bind(uuid)}::UUID${isHeld(via)})`;
}

/** The condition under which a row `t` has a relation that leads to the entity. It reads `near_edge`. */
export function leadsTo({ via }: Relation, row: EntityMatch['row'], bind: Bind): string | null {
  const uuid = String(row['uuid']);
  if (via.kind === 'link') return `t.${quoted(via.column)} = ${bind(uuid)}::UUID`;
  if (via.kind === 'inverse') {
    const value = row[via.column];
    return typeof value === 'string' ? `t.uuid = ${bind(value)}::UUID` : null;
  }
  const [here, there] = via.direction === 'out' ? ['fromUuid', 'toUuid'] : ['toUuid', 'fromUuid'];
  return `t.uuid IN (SELECT "${here ?? ''}" FROM near_edge WHERE relation = ${bind(via.relation)} AND "${there ?? ''}" = ${bind(uuid)}::UUID${isHeld(via)})`;
}

const has = (kind: Kind, name: string) => kind.attributes.some((attribute) => attribute.name === name);

/** What the source calls a row `t`: an issue's key, a pull request's number, the start of a sha. */
export function keyOf(kind: Kind): string {
  if (has(kind, 'issueKey')) return 't."issueKey"';
  if (has(kind, 'prNumber')) return 't."prNumber"';
  return has(kind, 'sha') ? 't.sha[1:7]' : 'NULL::VARCHAR';
}

/** The expressions of status and category of a row `t`. */
export function statusOfRow(kind: Kind): { readonly status: string; readonly category: string } {
  const name = ['status', 'state', 'result'].find((each) => has(kind, each));
  if (name === undefined) return { status: 'NULL::VARCHAR', category: 'NULL::VARCHAR' };
  const category = has(kind, `${name}Category`) ? `t."${name}Category"` : 'NULL::VARCHAR';
  return { status: `t."${name}"`, category };
}

/** The column that names who works on a row `t`. */
export function actorColumn(kind: Kind): string {
  const relation = kind.relations.find(({ name, via }) => name === 'Person' && via.kind === 'link');
  return relation?.via.kind === 'link' ? `t.${quoted(relation.via.column)}` : 'NULL::UUID';
}
