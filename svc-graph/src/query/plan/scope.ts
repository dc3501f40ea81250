import type { Attribute, Catalogue, Kind, Relation } from '@cairn/entities';
import type { Calendar, Window } from '@cairn/query';
import type { Expr, Hop, Join, Scan, ValueType } from './plan.ts';
import { invalidQuery, unknownName } from './refusals.ts';

/** An attribute as seen from the selected kind. */
export interface Field {
  readonly target: string;
  readonly kind: Kind;
  readonly attribute: Attribute;
  readonly type: ValueType;
  /** How rows of the base reach it; null for an attribute of the base itself. */
  readonly relation: Relation | null;
}

/** What every part of planning needs: the names, the base, the reader's calendar. */
export interface Scope {
  readonly catalogue: Catalogue;
  readonly kind: Kind;
  readonly base: Scan;
  readonly calendar: Calendar;
  readonly window: Window;
  /** Where the moments of all rows lie, when that is known to be less than the window. */
  readonly extent?: Window;
}

export const BASE = 'b';

/** A reading of a kind's table; passes decide which of its rows count. */
export function scanOf(kind: Kind, alias: string): Scan {
  const mortal = kind.attributes.some(({ name }) => name === 'deleted');
  const keepsHistory = kind.keepsHistory ?? false;
  return { table: kind.name, alias, mortal, keepsHistory, livingOnly: false, tenant: null };
}

/** uuids are stored as such, whatever the catalogue shows them as. */
export function typeOf(attribute: Attribute): ValueType {
  return attribute.type === 'string' && /^uuid$|Uuid$/.test(attribute.name) ? 'uuid' : attribute.type;
}

/** The kind that a query selects; rejects a name that is none. */
export function kindOf(catalogue: Catalogue, name: string): Kind {
  const kind = catalogue.kind(name);
  if (kind) return kind;
  throw unknownName(
    'The entity',
    name,
    catalogue.kinds.map((each) => each.name),
  );
}

/** Finds an attribute by the name a query uses; rejects what the catalogue does not have, with the nearest names. */
export function fieldOf(scope: Scope, name: { target: string; attribute: string }): Field {
  const relation =
    name.target === scope.kind.name ? null : (scope.catalogue.relation(scope.kind.name, name.target) ?? null);
  const kind = relation ? scope.catalogue.kind(relation.target) : scope.kind;
  if (!kind || (relation === null && name.target !== scope.kind.name)) {
    const targets = [scope.kind.name, ...scope.kind.relations.map((each) => each.name)];
    throw unknownName(`From ${scope.kind.name} the target`, name.target, targets);
  }
  const attribute = kind.attributes.find((each) => each.name === name.attribute);
  if (!attribute) {
    const names = kind.attributes.map((each) => each.name);
    throw unknownName(`The attribute ${name.target}.`, name.attribute, names);
  }
  return { target: name.target, kind, attribute, type: typeOf(attribute), relation };
}

/** Whether one row of the base may reach several of these. */
export function isMany(field: Field): boolean {
  return field.relation?.many ?? false;
}

export function hopOf(relation: Relation): Hop {
  return relation.via;
}

/** The joins of one grain, made when they are first asked for. */
export class Joins {
  readonly made: Join[] = [];
  readonly #scope: Scope;
  readonly #aliases = new Map<string, string>();
  readonly #elements = new Map<string, string>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  has(target: string): boolean {
    return this.#aliases.has(target);
  }

  hasElements(field: Field): boolean {
    return this.#elements.has(`${field.target}.${field.attribute.name}`);
  }

  /** The alias under which rows of a target are at hand. */
  alias(field: Field): string {
    if (!field.relation) return BASE;
    const known = this.#aliases.get(field.target);
    if (known) return known;
    const alias = `j${this.#aliases.size}`;
    this.#aliases.set(field.target, alias);
    const scan = scanOf(field.kind, alias);
    this.made.push({ node: 'hop', from: BASE, hop: hopOf(field.relation), scan });
    return alias;
  }

  /** The stored value. */
  column(field: Field): Expr {
    return { node: 'column', alias: this.alias(field), name: field.attribute.name, type: field.type };
  }

  /** The value to group by: an element of a list, else the stored value. */
  single(field: Field): Expr {
    if (field.type === 'json') {
      throw invalidQuery(`${field.target}.${field.attribute.name} is a document and cannot be grouped by.`);
    }
    if (field.type !== 'string[]') return this.column(field);
    const key = `${field.target}.${field.attribute.name}`;
    const alias = this.#elements.get(key) ?? `u${this.#elements.size}`;
    if (!this.#elements.has(key)) {
      const of = this.column(field);
      this.#elements.set(key, alias);
      this.made.push({ node: 'elements', of, alias });
    }
    return { node: 'element', alias };
  }

  get fansOut(): boolean {
    return (
      this.#elements.size > 0 ||
      [...this.#aliases.keys()].some(
        (target) => this.#scope.catalogue.relation(this.#scope.kind.name, target)?.many,
      )
    );
  }
}
