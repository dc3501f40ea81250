import { propertyOf } from '@cairn/entities';
import type { Attribute, Catalogue, Kind, Relation, RelationAttribute } from '@cairn/entities';
import type { Calendar, ComparedWindow, Window } from '@cairn/query';
import { edgeColumn } from './plan.ts';
import type { Expr, Hop, Join, Scan, ValueType } from './plan.ts';
import { invalidQuery, quoted, unknownName } from './refusals.ts';

/** An attribute as seen from the selected kind. */
export interface QueryField {
  readonly target: string;
  readonly kind: Kind;
  /** An attribute of the kind, or of the path's last relation. */
  readonly attribute: Attribute | RelationAttribute;
  readonly type: ValueType;
  /** How rows of the base reach it; empty for an attribute of the base itself. */
  readonly path: readonly Relation[];
}

/** The moment for which dated relations are asked. */
export type AsOf =
  | { readonly kind: 'now' }
  | { readonly kind: 'event'; readonly attribute: string }
  | { readonly kind: 'moment'; readonly at: number };

/** The scope of planning: catalogue, base, calendar and windows. */
export interface QueryScope {
  readonly catalogue: Catalogue;
  readonly kind: Kind;
  readonly base: Scan;
  readonly calendar: Calendar;
  readonly window: Window;
  /** The earlier window of a comparison. */
  readonly compared?: ComparedWindow;
  /** The moment from which relative dates are counted back. */
  readonly now: number;
  /** The moment of dated relations: now, that of the row by this attribute, or epoch ms; absent for their default. */
  readonly asOf?: AsOf;
  /** The extent of all moments, when it is known and narrower than the window. */
  readonly extent?: Window;
}

export const BASE = 'b';

/** A scan of a kind's table; passes decide which of its rows count. */
export function scanOf(kind: Kind, alias: string): Scan {
  const softDeletes = kind.attributes.some(({ name }) => name === 'deleted');
  const keepsHistory = kind.keepsHistory ?? false;
  return { table: kind.name, alias, softDeletes, keepsHistory, excludesDeleted: false, tenant: null };
}

/** Uuids are stored as such, whatever the catalogue calls them; an org's own attribute may be any text. */
export function typeOf({ name, type, own }: Attribute): ValueType {
  return type === 'string' && !own && /^uuid$|Uuid$/.test(name) ? 'uuid' : type;
}

/** The kind that a query selects; rejects an unknown name. */
export function kindOf(catalogue: Catalogue, name: string): Kind {
  const kind = catalogue.kind(name);
  if (kind) return kind;
  throw unknownName(
    'The entity',
    name,
    catalogue.kinds.map((each) => each.name),
  );
}

const LONGEST_PATH = 5;

/** The relations of a target. Rejects the first unknown name, with the nearest valid ones. */
function pathOf(scope: QueryScope, target: string): readonly Relation[] {
  const path = scope.catalogue.path(scope.kind.name, target);
  const names = target.split('.');
  if (names.length > LONGEST_PATH) {
    throw invalidQuery(
      `${quoted(target)} goes over ${names.length} relations; at most ${LONGEST_PATH} can be followed.`,
    );
  }
  if (path) return path;
  let from = scope.kind;
  for (const [index, name] of names.entries()) {
    const relation = scope.catalogue.relation(from.name, name);
    if (!relation && !(index === 0 && name === scope.kind.name)) {
      const own = index === 0 ? [from.name] : [];
      throw unknownName(`From ${from.name} the target`, name, [
        ...own,
        ...from.relations.map((each) => each.name),
      ]);
    }
    from = (relation && scope.catalogue.kind(relation.target)) ?? from;
  }
  throw unknownName(`From ${scope.kind.name} the target`, target, []);
}

/**
 * Finds an attribute by the name in a query; rejects an unknown one with the nearest names. When the last
 * part names a relation (`Person.Team`), it means the name of its target.
 */
export function fieldOf(scope: QueryScope, name: { target: string; attribute: string }): QueryField {
  const path = pathOf(scope, name.target);
  const kind = scope.catalogue.kind(path.at(-1)?.target ?? scope.kind.name);
  if (!kind) throw new Error(`the catalogue leads ${name.target} nowhere`);
  const attribute = scope.catalogue.attribute(kind.name, name.attribute) ?? propertyOf(path, name.attribute);
  if (!attribute && scope.catalogue.relation(kind.name, name.attribute)) {
    return fieldOf(scope, { target: `${name.target}.${name.attribute}`, attribute: 'name' });
  }
  if (!attribute) {
    const properties = path.at(-1)?.properties ?? [];
    const names = [...kind.attributes, ...properties].map((each) => each.name);
    throw unknownName(`Of ${name.target} the attribute`, name.attribute, names);
  }
  const target = path.map((each) => each.name).join('.') || scope.kind.name;
  return { target, kind, attribute, type: typeOf(attribute), path };
}

/** True when one base row may reach several of these. */
export function isMany(field: QueryField): boolean {
  return field.path.some(({ many }) => many);
}

/** True when the attribute is a property of the relation, not of the row that the edge leads to. */
export function isOfEdge({ attribute }: QueryField): boolean {
  return 'column' in attribute;
}

/** True when the field is the moment that the window applies to. */
export function isMainMoment(field: QueryField, scope: QueryScope): boolean {
  return field.path.length === 0 && field.attribute.name === scope.kind.timeAttribute;
}

/** The moment at which dated edges must hold; null for now. A kind that lasts has no moment of its own. */
function heldAt(byDefault: 'now' | 'event', { kind, base, asOf }: QueryScope): Expr | null {
  if (asOf?.kind === 'moment') return { node: 'moment', at: asOf.at };
  if ((asOf?.kind ?? byDefault) === 'now') return null;
  const main = kind.lasting ? undefined : kind.timeAttribute;
  const name = asOf?.kind === 'event' ? asOf.attribute : main;
  return name === undefined ? null : { node: 'column', alias: base.alias, name, type: 'datetime' };
}

/** The hop of a relation. Dated edges are taken as of the moment that the query or the relation says. */
export function hopOf({ via, properties = [] }: Relation, scope: QueryScope): Hop {
  if (via.kind !== 'edge') return via;
  const { relation, direction } = via;
  const columns = properties.length > 0 ? { columns: properties.map(({ column }) => column) } : {};
  if (!via.dated) return { kind: 'edge', relation, direction, ...columns };
  return { kind: 'edge', relation, direction, ...columns, held: { at: heldAt(via.dated, scope) } };
}

/** The hop of a relation, over one edge of each change that copies share. */
function homeHop(relation: Relation, scope: QueryScope): Hop {
  const hop = hopOf(relation, scope);
  const { via } = relation;
  if (hop.kind !== 'edge' || via.kind !== 'edge' || via.homeColumn === undefined) return hop;
  return { ...hop, homeColumn: via.homeColumn };
}

/** True when a field tells copies apart: it is the copy itself, or what it is a copy in. */
export function tellsCopies({ path, kind, attribute }: QueryField, scope: QueryScope): boolean {
  const kinds = [scope.kind.name, ...path.map(({ target }) => target)];
  const isCopy = (name: string | undefined) => name === 'SourceFile';
  if (isCopy(kind.name) && attribute.name === 'uuid') return true;
  return kinds.some((name, index) => name === 'Repository' && isCopy(kinds[index - 1]));
}

/** The value of a field in rows of a scan. One that says `since` is computed as of now. */
export function valueExpr({ attribute, type }: QueryField, alias: string, scope: QueryScope): Expr {
  if ('column' in attribute) return { node: 'column', alias, name: edgeColumn(attribute.column), type };
  if (attribute.since === undefined) return { node: 'column', alias, name: attribute.name, type };
  const of: Expr = { node: 'column', alias, name: attribute.since, type: 'datetime' };
  return { node: 'elapsed', of, until: scope.now };
}

/** The joins of one grain; each is made on first use. */
export class Joins {
  readonly made: Join[] = [];
  readonly #scope: QueryScope;
  readonly #aliases = new Map<string, string>();
  readonly #elements = new Map<string, string>();

  readonly #prefix: string;
  #fansOut = false;

  readonly #atHome: boolean;

  /**
   * The prefix of aliases keeps the joins inside a condition from clashing with the others. `atHome` follows one
   * edge of a change that copies share.
   */
  constructor(scope: QueryScope, { prefix = '', atHome = false } = {}) {
    this.#scope = scope;
    this.#prefix = prefix;
    this.#atHome = atHome;
  }

  has(target: string): boolean {
    return this.#aliases.has(target);
  }

  hasElements(field: QueryField): boolean {
    return this.#elements.has(`${field.target}.${field.attribute.name}`);
  }

  /** The alias of a target's rows. Relations on the path are joined once. */
  alias(field: QueryField): string {
    let from = this.#scope.base.alias;
    const names: string[] = [];
    for (const relation of field.path) {
      names.push(relation.name);
      from = this.#step(from, names.join('.'), relation);
    }
    return from;
  }

  #step(from: string, path: string, relation: Relation): string {
    const known = this.#aliases.get(path);
    if (known) return known;
    const alias = `${this.#prefix}j${this.#aliases.size}`;
    const kind = this.#scope.catalogue.kind(relation.target);
    if (!kind) throw new Error(`the catalogue leads ${path} nowhere`);
    this.#aliases.set(path, alias);
    this.#fansOut ||= relation.many;
    const hop = this.#atHome ? homeHop(relation, this.#scope) : hopOf(relation, this.#scope);
    this.made.push({ node: 'hop', from, hop, scan: scanOf(kind, alias) });
    return alias;
  }

  /** The stored or computed value of a field. */
  column(field: QueryField): Expr {
    return valueExpr(field, this.alias(field), this.#scope);
  }

  /** The value to group by: an element of a list, else the field's value. */
  single(field: QueryField): Expr {
    if (field.type === 'json') {
      throw invalidQuery(`${field.target}.${field.attribute.name} is a document and cannot be grouped by.`);
    }
    if (field.type !== 'string[]') return this.column(field);
    const key = `${field.target}.${field.attribute.name}`;
    const alias = this.#elements.get(key) ?? `${this.#prefix}u${this.#elements.size}`;
    if (!this.#elements.has(key)) {
      const of = this.column(field);
      this.#elements.set(key, alias);
      this.made.push({ node: 'elements', of, alias });
    }
    return { node: 'element', alias };
  }

  get fansOut(): boolean {
    return this.#elements.size > 0 || this.#fansOut;
  }
}
