import type { OrgId } from '@cairn/contracts';
import { isGroup, leavesOf, membersOf, regrouped } from '@cairn/query';
import type { Condition, Filter } from '@cairn/query';
import { formerUuids } from '../store/former-uuids.ts';
import type { GraphWriter } from '../store/graph-writer.ts';

/** What of a query names entities. */
interface Filtered {
  readonly filters?: Condition[];
  readonly aggregations?: readonly { readonly filters?: Condition[] | undefined }[];
}

/** Gives the present uuids of an org to the filters of a query that names former ones. */
export type PresentUuids = <Q extends Filtered>(orgId: OrgId, query: Q) => Promise<Q>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
const isOfUuids = ({ attribute }: Filter) => attribute === 'uuid' || attribute.endsWith('Uuid');

function listed({ comparison }: Filter): readonly unknown[] {
  if ('IN' in comparison) return comparison.IN;
  return 'NOT IN' in comparison ? comparison['NOT IN'] : [];
}

const namedIn = (conditions: readonly Condition[]): string[] =>
  leavesOf(conditions).filter(isOfUuids).flatMap(listed).filter(isUuid);

type Present = (uuid: string) => string;

function withPresent(conditions: readonly Condition[], present: Present): Condition[] {
  const value = <Value>(each: Value) => (isUuid(each) ? present(each) : each);
  return conditions.map((each): Condition => {
    if (isGroup(each)) return regrouped(each, withPresent(membersOf(each), present));
    const { comparison } = each;
    if (!isOfUuids(each)) return each;
    if ('IN' in comparison) return { ...each, comparison: { IN: comparison.IN.map(value) } };
    if (!('NOT IN' in comparison)) return each;
    return { ...each, comparison: { 'NOT IN': comparison['NOT IN'].map(value) } };
  });
}

/** Looks former uuids up in the orgs' files; a query that names none costs nothing. */
export function presentUuidsIn(stores: {
  open(orgId: OrgId): Promise<Pick<GraphWriter, 'rows'>>;
}): PresentUuids {
  return async (orgId, query) => {
    const parts = [query.filters ?? [], ...(query.aggregations ?? []).map(({ filters }) => filters ?? [])];
    const named = [...new Set(parts.flatMap(namedIn))];
    if (named.length === 0) return query;
    const known = await formerUuids(await stores.open(orgId), named);
    if (known.size === 0) return query;
    const present: Present = (uuid) => known.get(uuid.toLowerCase()) ?? uuid;
    return {
      ...query,
      ...(query.filters ? { filters: withPresent(query.filters, present) } : {}),
      ...(query.aggregations
        ? {
            aggregations: query.aggregations.map((measure) =>
              measure.filters ? { ...measure, filters: withPresent(measure.filters, present) } : measure,
            ),
          }
        : {}),
    };
  };
}
