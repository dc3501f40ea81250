import type {
  LinkCollection,
  LinkCounts,
  LinkFilter,
  LinkStatus,
  LinkType,
  Scope,
  UserId,
} from '@cairn/contracts';

/** How many things are alike in everything that the panels of a filter offer. */
export interface CountedGroup {
  readonly type: LinkType;
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly isFavorite: boolean;
  readonly status: LinkStatus;
  readonly things: number;
}

type Field = 'types' | 'scopes' | 'collections' | 'statuses' | 'owners';

const MOST_OWNERS = 20;

const holds = <T>(chosen: readonly T[], value: T) => chosen.length === 0 || chosen.includes(value);

const collectionsOf = ({ isFavorite, userId }: CountedGroup, caller: UserId): LinkCollection[] => [
  ...(isFavorite ? (['favorites'] as const) : []),
  ...(userId === caller ? (['mine'] as const) : []),
];

/** Whether a group fits the choices of every field but one. */
function fits(group: CountedGroup, filter: LinkFilter, caller: UserId, but?: Field): boolean {
  const collections = collectionsOf(group, caller);
  const tests: Record<Field, () => boolean> = {
    types: () => holds(filter.types, group.type),
    scopes: () => holds(filter.scopes, group.scope),
    statuses: () => holds(filter.statuses, group.status),
    owners: () =>
      filter.owners.length === 0 || (group.userId !== null && filter.owners.includes(group.userId)),
    collections: () =>
      filter.collections.length === 0 || collections.some((each) => filter.collections.includes(each)),
  };
  return Object.entries(tests).every(([field, test]) => field === but || test());
}

/** How many things fit the whole filter. */
export function totalOf(groups: readonly CountedGroup[], filter: LinkFilter, caller: UserId): number {
  return groups.reduce((sum, group) => (fits(group, filter, caller) ? sum + group.things : sum), 0);
}

/** How many things each choice would show, beside the choices of the other fields. */
export function countsOf(groups: readonly CountedGroup[], filter: LinkFilter, caller: UserId) {
  const count = <Key extends string>(field: Field, keysOf: (group: CountedGroup) => readonly Key[]) => {
    const counts: Partial<Record<Key, number>> = {};
    for (const group of groups)
      if (fits(group, filter, caller, field))
        for (const key of keysOf(group)) counts[key] = (counts[key] ?? 0) + group.things;
    return counts;
  };
  const owners = count('owners', ({ userId }) => (userId === null ? [] : [userId]));
  return {
    types: count('types', ({ type }) => [type]),
    scopes: count('scopes', ({ scope }) => [scope]),
    collections: count('collections', (group) => collectionsOf(group, caller)),
    statuses: count('statuses', ({ status }) => [status]),
    owners: (Object.entries(owners) as [UserId, number][])
      .map(([id, things]) => ({ id, count: things }))
      .toSorted((one, other) => other.count - one.count || one.id.localeCompare(other.id))
      .slice(0, MOST_OWNERS),
  } satisfies Omit<LinkCounts, 'tags' | 'owners'> & { owners: { id: UserId; count: number }[] };
}
