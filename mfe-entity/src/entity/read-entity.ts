import { type EntityDetail, isVisible } from '@cairn/contracts';

/** The kind of an entity: its first label; empty without labels. */
export function kindOf({ labels }: Pick<EntityDetail, 'labels'>): string {
  return labels[0] ?? '';
}

/** What an entity is called: its name, or its uuid when it has none that can be seen (E§1). */
export function titleOf(entity: Pick<EntityDetail, 'name' | 'uuid'>): string {
  return entity.name && isVisible(entity.name) ? entity.name.trim() : `Entity #${entity.uuid}`;
}

/** A name as links and headings show it: it wraps, and a longer one is cut. */
export function shortName(name: string, most: number): string {
  return name.length > most
    ? `${Array.from(name.slice(0, 2 * most))
        .slice(0, most)
        .join('')}…`
    : name;
}

/** A text property, or null when it is missing or empty. */
export function textOf(entity: EntityDetail, name: string): string | null {
  const value = entity.properties[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A number property, or null when it is missing. */
export function numberOf(entity: EntityDetail, name: string): number | null {
  const value = entity.properties[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** True when a property is true. */
export function isTrue(entity: EntityDetail, name: string): boolean {
  return entity.properties[name] === true;
}

export type RelatedItem = EntityDetail['relations'][number]['items'][number];

/** The first entity that a relation leads to, e.g. the author of a commit. */
export function relatedOne(entity: EntityDetail, relation: string): RelatedItem | null {
  return entity.relations.find(({ name }) => name === relation)?.items[0] ?? null;
}

/** The number of entities that a relation leads to; undefined when the answer lacks the relation. */
export function countOf(entity: EntityDetail, relation: string): number | undefined {
  return entity.relations.find(({ name }) => name === relation)?.total;
}
