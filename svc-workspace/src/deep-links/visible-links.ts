import type { LinkType, OrgId, SavedTypeTable, UserId } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

type Rules = SavedTypeTable[LinkType];

/** The types of saved things whose rules pass a test. */
export const findTypes = (types: SavedTypeTable, test: (rules: Rules) => boolean): LinkType[] =>
  Object.entries(types).flatMap(([name, rules]) => (test(rules) ? [name as LinkType] : []));

/** The kinds of an org whose data is missing, because no source brings it or because it is still being read. */
export interface MissingKinds {
  readonly notConfigured: readonly string[];
  readonly processing: readonly string[];
}

/** Who asks for a list, and what lists depend on beside the database. */
export interface ListContext {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly types: SavedTypeTable;
  readonly missing: MissingKinds;
}

/** The rows that a user may see in an org, as `link`. Personal types are seen only when they are asked for. */
export function visibleLinks(
  db: Database,
  { orgId, userId, types }: Pick<ListContext, 'orgId' | 'userId' | 'types'>,
  type?: LinkType,
) {
  const seen = db
    .selectFrom('deep_links as link')
    .where('link.holder', 'in', [orgId, ''])
    .where((where) => where.or([where('link.scope', '!=', 'private'), where('link.user_id', '=', userId)]));
  if (type !== undefined) return seen.where('link.type', '=', type);
  const personal = findTypes(types, ({ isPersonal }) => isPersonal === true);
  return personal.length > 0 ? seen.where('link.type', 'not in', personal) : seen;
}

/** Rows of saved things that a user may see. */
export type Visible = ReturnType<typeof visibleLinks>;
