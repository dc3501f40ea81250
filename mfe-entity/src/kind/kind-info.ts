import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE, type Kind } from '@cairn/entities';

/** The catalogue's entry of an entity's kind; undefined for a kind that it does not have. */
export function kindOf(entity: EntityDetail): Kind | undefined {
  return CATALOGUE.kind(entity.labels[0] ?? '');
}

/** What an entity is called: its name, or its uuid when it has none (E§1). */
export function titleOf(entity: Pick<EntityDetail, 'name' | 'uuid'>): string {
  return entity.name?.trim() || `Entity #${entity.uuid}`;
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

export type RelatedItem = EntityDetail['relations'][number]['items'][number];

/** The first entity behind a relation, e.g. the author of a commit. */
export function relatedOne(entity: EntityDetail, relation: string): RelatedItem | null {
  return entity.relations.find(({ name }) => name === relation)?.items[0] ?? null;
}
