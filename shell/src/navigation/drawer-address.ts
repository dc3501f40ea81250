import { EntityUuid } from '@cairn/contracts';
import type { Location } from 'react-router-dom';

/** The parameter of an address that names the entity in the drawer. */
const PARAM = 'entity';

/** An entity in the drawer, as the address and its history entry tell. */
export interface DrawerEntry {
  readonly uuid: string;
  /** The list that it was opened from. */
  readonly siblings: readonly string[];
  /** How many steps back the drawer was opened; 0 when the address itself opened it. */
  readonly depth: number;
}

type Place = Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;

function stateOf({ state }: Place): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

/** The entity that an address opens in the drawer; null when it names none. */
export function drawerOf(place: Place): DrawerEntry | null {
  const uuid = new URLSearchParams(place.search).get(PARAM);
  if (!uuid || !EntityUuid.safeParse(uuid).success) return null;
  const { siblings, depth } = Object(stateOf(place)['drawer']) as Partial<Record<string, unknown>>;
  return {
    uuid,
    siblings: Array.isArray(siblings) ? siblings.filter((each) => typeof each === 'string') : [],
    depth: typeof depth === 'number' ? depth : 0,
  };
}

/** The same place with this entity in the drawer, or with the drawer closed. */
export function withDrawer(place: Place, entry: DrawerEntry | null): { to: string; state: unknown } {
  const params = new URLSearchParams(place.search);
  const { drawer: _, ...state } = stateOf(place);
  if (entry) params.set(PARAM, entry.uuid);
  else params.delete(PARAM);
  const search = params.size > 0 ? `?${params}` : '';
  const drawer = entry && { siblings: entry.siblings, depth: entry.depth };
  return {
    to: `${place.pathname}${search}${place.hash}`,
    state: drawer ? { ...state, drawer } : Object.keys(state).length > 0 ? state : null,
  };
}

/** The neighbour of the shown entity in its list. */
export function neighbour({ uuid, siblings }: DrawerEntry, by: -1 | 1): string | undefined {
  const index = siblings.indexOf(uuid);
  return index < 0 ? undefined : siblings[index + by];
}
