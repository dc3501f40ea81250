import type { Attribute, Kind, Relation } from './attribute.ts';

/** An index over kinds: every name that a query uses is looked up here and nowhere else. */
export interface Catalogue {
  readonly kinds: readonly Kind[];
  kind(name: string): Kind | undefined;
  attribute(kind: string, attribute: string): Attribute | undefined;
  /** The relation by which rows of `from` reach the name `target` (a kind, or a role such as Committer). */
  relation(from: string, target: string): Relation | undefined;
  /** The kind that a target name stands for when seen from `from`: itself, or what its relation leads to. */
  targetKind(from: string, target: string): Kind | undefined;
}

/** Builds the index; an org's own attributes (custom fields) come in by passing extended kinds. */
export function createCatalogue(kinds: readonly Kind[]): Catalogue {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const relation = (from: string, target: string) =>
    byName.get(from)?.relations.find((candidate) => candidate.name === target);
  return {
    kinds,
    kind: (name) => byName.get(name),
    attribute: (kind, name) => byName.get(kind)?.attributes.find((candidate) => candidate.name === name),
    relation,
    targetKind: (from, target) => {
      if (from === target) return byName.get(target);
      const found = relation(from, target);
      return found && byName.get(found.target);
    },
  };
}
