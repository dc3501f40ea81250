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

const linksBy = (entity: EntityDetail, relation: string): string | null => {
  const via = CATALOGUE.relation(entity.labels[0] ?? '', relation)?.via;
  return via?.kind === 'link' ? via.column : null;
};

const PLACES = ['Channel', 'Repository', 'PullRequest', 'Issue', 'Project'];

/** What an entity is a part of, such as the channel of a message; null where it only has such things of its own. */
export function placeOf(entity: EntityDetail): RelatedItem | null {
  const place = PLACES.find((name) => linksBy(entity, name) !== null && relatedOne(entity, name));
  return place ? relatedOne(entity, place) : null;
}

const MADE_BY = ['authorUuid', 'createdByUuid'];

/** Who wrote or opened it; null where the person beside it is someone else, such as an assignee. */
export function authorOf(entity: EntityDetail): RelatedItem | null {
  return MADE_BY.includes(linksBy(entity, 'Person') ?? '') ? relatedOne(entity, 'Person') : null;
}
