import { AppError, resourceCategoryContract, type CategorisedResource } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import { actorIdOf, tell } from '../store/outbox.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { deleteFrom, insertInto, update, type Statement } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';

/** The routes of this slice. */
export { resourceCategoryContract };

const KINDS = ['Repository', 'Project'] as const;
/** The most changes of one act of the audit log. */
const MOST_CHANGES = 20;
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

/** What the audit log tells of a change: each resource with its category before and after. */
function actOf(changed: readonly CategorisedResource[], category: string | null) {
  const [first] = changed;
  const others = changed.length > 1 ? ` and ${String(changed.length - 1)} more` : '';
  return {
    kind: 'act' as const,
    action: 'categories.changed' as const,
    target: { id: first?.uuid ?? '', name: `${first?.name ?? ''}${others}`.slice(0, 2_000) },
    changes: changed.slice(0, MOST_CHANGES).map(({ name: what, category: from }) => ({
      what,
      from,
      to: category,
    })),
  };
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
    setResourceCategory: async ({ params: { orgId }, input: { uuids, category }, caller }) => {
      const store = await stores.open(orgId);
      const named = new Set(uuids);
      const resources = (await readCategories(store)).filter(({ uuid }) => named.has(uuid));
      if (resources.length < named.size)
        throw new AppError('not_found', 'There is no such repository or project.');
      const changed = resources.filter((resource) => resource.category !== category);
      if (changed.length > 0) {
        const statements = categoryStatements([...named], category);
        const told = tell(orgId, { ...actOf(changed, category), actorId: actorIdOf(caller) });
        await store.transaction((transaction) => transaction.runAll([...statements, told, PUBLISH]));
      }
      return { data: await readCategories(store) };
    },
  };
}
