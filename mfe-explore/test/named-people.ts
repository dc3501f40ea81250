import type { Column } from '@cairn/contracts';

/** The column of commits by the name of their author. */
export const AUTHOR: Column = {
  key: 'Person.name',
  label: 'Author',
  type: 'string',
  role: 'group',
  target: 'Person',
  attribute: 'name',
};

export const ADA = '00000000-0000-4000-8000-000000000004';

/** What comes with rows of an answer. */
export const META = {
  limit: 1_000,
  truncated: false,
  timezone: 'UTC',
  start: null,
  end: null,
  dataVersion: 1,
};

/** The answer of svc-graph for entities with these uuids. */
export const foundEntities = (uuids: readonly string[]): Response =>
  Response.json({
    data: uuids.map((uuid) => ({ uuid })),
    columns: [],
    meta: { ...META, total: uuids.length },
  });
