import type { Attribute, Kind, Relation, RelationAttribute } from './attribute.ts';

/** An index of kinds; every name of a query is looked up here. */
export interface Catalogue {
  readonly kinds: readonly Kind[];
  kind(name: string): Kind | undefined;
  attribute(kind: string, attribute: string): Attribute | undefined;
  /** The relation from `from` to the name `target`: a kind, or a role such as Committer. */
  relation(from: string, target: string): Relation | undefined;
  /** The relations along a path such as `Person.Team`; undefined when one does not exist. */
  path(from: string, target: string): readonly Relation[] | undefined;
  /** The kind that a target name means from `from`: itself, or its relation's target. */
  targetKind(from: string, target: string): Kind | undefined;
  /** The attribute at the end of a path: of its kind, else of its last relation. */
  attributeAt(from: string, target: string, attribute: string): Attribute | undefined;
}

interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
}

/** Finds by name, else by alias. */
function named<T extends Named>(all: readonly T[] | undefined, name: string): T | undefined {
  return all?.find((each) => each.name === name) ?? all?.find((each) => each.aliases?.includes(name));
}

/** The property of the last relation of a path, such as `SourceFile.linesAdded` of a commit. */
export function propertyOf(path: readonly Relation[], name: string): RelationAttribute | undefined {
  return named(path.at(-1)?.properties, name);
}

/** Builds the index. An org's own attributes (custom fields) are included by passing extended kinds. */
export function createCatalogue(kinds: readonly Kind[]): Catalogue {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const relation = (from: string, target: string) => named(byName.get(from)?.relations, target);
  const path = (from: string, target: string) => {
    const names = target.split('.');
    // `Event.Issue` from Event means `Issue`: a path may name its own start.
    if (names[0] === from && !relation(from, from)) names.shift();
    const steps: Relation[] = [];
    for (const name of names) {
      const step = relation(steps.at(-1)?.target ?? from, name);
      if (!step) return undefined;
      steps.push(step);
    }
    return steps;
  };
  const attribute = (kind: string, name: string) => named(byName.get(kind)?.attributes, name);
  return {
    kinds,
    kind: (name) => byName.get(name),
    attribute,
    relation,
    path,
    targetKind: (from, target) => {
      const found = path(from, target);
      return found && byName.get(found.at(-1)?.target ?? from);
    },
    attributeAt: (from, target, name) => {
      const found = path(from, target);
      if (!found) return undefined;
      return attribute(found.at(-1)?.target ?? from, name) ?? propertyOf(found, name);
    },
  };
}
