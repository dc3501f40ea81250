import { SAVED_TYPES, type ListedTypeTable, type OrgId } from '@cairn/contracts';
import { spaceLook, SpaceState, type SpaceEntry, type SpaceItem } from '@cairn/contracts/spaces';
import type { KnownNames } from '../graph/ask-names.ts';
import type { ListedSpace, SpaceTarget } from './store.ts';

/** A space as its reader may see it. */
export type SeenSpace = Omit<ListedSpace, 'userId' | 'orgId'> & {
  readonly userId: string | null;
  readonly orgId: string | null;
  readonly canEdit: boolean;
};

/** The boards and queries that a reader may see, by id. */
export type SpaceTargets = ReadonlyMap<string, SpaceTarget>;

/** The state of a space; an unreadable one counts as empty. */
export function stateOf({ state }: Pick<ListedSpace, 'state'>): SpaceState {
  try {
    return SpaceState.parse(JSON.parse(state));
  } catch {
    return SpaceState.parse({});
  }
}

/** The ids of the boards and queries among items. */
export const linkIdsOf = (items: readonly SpaceItem[]): string[] => [
  ...new Set(items.flatMap((item) => (item.type === 'entity' ? [] : [item.config.id]))),
];

const listed: ListedTypeTable = SAVED_TYPES;

function urlOf(orgId: OrgId, item: SpaceItem, named: SpaceTargets): string | null {
  if (item.type === 'entity') return `/${orgId}/entity/${item.config.uuid}`;
  const link = named.get(item.config.id);
  return link ? (listed[link.type]?.address(orgId, link) ?? null) : null;
}

/** An item with the address at which its reader opens it. */
export function presentItem(orgId: OrgId, item: SpaceItem, named: SpaceTargets): SpaceEntry {
  return { ...item, url: urlOf(orgId, item, named) };
}

const tagsOf = (group: string) =>
  group
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

/** What the boards and queries among items are annotated with, each once and in alphabetical order. */
function annotations(items: readonly SpaceItem[], named: SpaceTargets, what: 'useCase' | 'targetRole') {
  const said = linkIdsOf(items).map((id) => named.get(id)?.[what] ?? '');
  return [...new Set(said.filter(Boolean))].toSorted((a, b) => a.localeCompare(b));
}

/** What an item leads to, as that is called now. */
function previewOf(item: SpaceItem, named: SpaceTargets, { names }: KnownNames): SpaceEntry['preview'] {
  if (item.type === 'entity') return names.get(item.config.uuid.toLowerCase()) ?? null;
  const link = named.get(item.config.id);
  return link ? { kind: item.type, name: link.name, hint: link.brief.words || null } : null;
}

/** A space with what its items lead to. */
export function withPreviews<Presented extends { readonly items?: SpaceEntry[] }>(
  space: Presented,
  state: SpaceState,
  named: SpaceTargets,
  known: KnownNames,
): Presented {
  const items = new Map(state.items.map((item) => [item.uuid, item]));
  const shown = (space.items ?? []).map((entry) => {
    const item = items.get(entry.uuid);
    return item ? { ...entry, preview: previewOf(item, named, known) } : entry;
  });
  return { ...space, items: shown };
}

/** A space in the words of its calls; `withItems` says whether its items stand in it. */
export function presentSpace(orgId: OrgId, space: SeenSpace, named: SpaceTargets, withItems = true) {
  const { id: uuid, userId, group, isBookmarked, name, description, scope, canEdit, version } = space;
  const { items, ...look } = stateOf(space);
  return {
    uuid,
    name,
    description,
    ...spaceLook(uuid, look),
    scope,
    user_id: userId,
    org_id: space.orgId,
    pin_to_nav: isBookmarked,
    tags: tagsOf(group),
    item_ids: items.map((item) => item.uuid),
    ...(withItems && { items: items.map((item) => presentItem(orgId, item, named)) }),
    useCases: annotations(items, named, 'useCase'),
    targetRoles: annotations(items, named, 'targetRole'),
    canEdit,
    ownerName: space.ownerName,
    version,
    createdAt: space.createdAt,
    updatedAt: space.updatedAt,
  };
}
