import type { EntityDetail } from '@cairn/contracts';

/** An entity of a kind with these properties, related to nothing. */
export const plainEntity = (
  kind: string,
  properties: EntityDetail['properties'] = {},
  more: Partial<EntityDetail> = {},
): EntityDetail => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  labels: [kind],
  name: 'It',
  properties,
  own: [],
  relations: [],
  ...more,
});
