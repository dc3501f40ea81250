import { AppError, resourceCategoryContract, type CategorisedResource } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { deleteFrom, insertInto, update, type Statement } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';

/** The routes of this slice. */
export { resourceCategoryContract };

const KINDS = ['Repository', 'Project'] as const;
const LISTED = `SELECT unnest($1::JSON::VARCHAR[])::UUID`;

/** Gives resources a category, or takes it away with null. Publishing writes it into their rows. */
export function categoryStatements(uuids: readonly string[], category: string | null): Statement[] {
  const listed = JSON.stringify(uuids);
  const removed = deleteFrom('ResourceCategory', `uuid IN (${LISTED})`, [listed]);
  if (category === null) return [removed];
  return [removed, insertInto('ResourceCategory', ['uuid', 'category'], `${LISTED}, $2`, [listed, category])];
}

const DIFFERS = (kind: string) =>
  `FROM "${kind}" t LEFT JOIN "ResourceCategory" r ON r.uuid = t.uuid WHERE t.category IS DISTINCT FROM r.category`;

/** Writes the categories into the rows of repositories and projects, also after a source replaced the rows. */
export async function keepCategories(transaction: Transaction): Promise<void> {
  for (const kind of KINDS) {
    if ((await transaction.rows(`SELECT 1 ${DIFFERS(kind)} LIMIT 1`)).length === 0) continue;
    const category = `(SELECT any_value(r.category) FROM "ResourceCategory" r WHERE r.uuid = t.uuid)`;
    await transaction.run(update(kind, { category }, `WHERE t.uuid IN (SELECT t.uuid ${DIFFERS(kind)})`));
  }
}

const RESOURCES = KINDS.map(
  (
    kind,
  ) => `SELECT t.uuid::VARCHAR AS uuid, '${kind}' AS kind, coalesce(t.name, t.uuid::VARCHAR) AS name, r.category
    FROM "${kind}" t LEFT JOIN "ResourceCategory" r ON r.uuid = t.uuid WHERE NOT coalesce(t.deleted, false)`,
).join(' UNION ALL ');

/** The repositories and projects of an org with their categories, by name. */
export function readCategories(store: Pick<GraphWriter, 'rows'>): Promise<CategorisedResource[]> {
  return store.rows<CategorisedResource>(`FROM (${RESOURCES}) ORDER BY lower(name), kind, uuid`);
}

/** Lists and sets the categories of resources. */
export function resourceCategoryHandlers({
  stores,
}: {
  readonly stores: GraphStores;
}): Handlers<typeof resourceCategoryContract> {
  return {
    listResourceCategories: async ({ params: { orgId } }) => ({
      data: await readCategories(await stores.open(orgId)),
    }),
    setResourceCategory: async ({ params: { orgId }, input: { uuids, category } }) => {
      const store = await stores.open(orgId);
      const known = new Set((await readCategories(store)).map(({ uuid }) => uuid));
      if (!uuids.every((uuid) => known.has(uuid)))
        throw new AppError('not_found', 'There is no such repository or project.');
      await store.transaction((transaction) =>
        transaction.runAll([...categoryStatements([...new Set(uuids)], category), PUBLISH]),
      );
      return { data: await readCategories(store) };
    },
  };
}
