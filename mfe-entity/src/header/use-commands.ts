import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useEffect } from 'react';
import { entityAddress } from '../frame/entity-link.tsx';
import { moveInLists } from '../frame/move-in-lists.ts';
import type { EntityCommand, KindPage } from '../kind-page/kind-page.ts';
import { exploreLink } from './explore-link.ts';

const GROUP = 'This page';

const IN_LISTS: readonly EntityCommand[] = [
  { id: 'entity.next', label: 'Next entry of the lists', keys: 'j', run: () => moveInLists(1) },
  { id: 'entity.previous', label: 'Previous entry of the lists', keys: 'k', run: () => moveInLists(-1) },
];

/** Registers the commands of an entity's page: Explore, its lists, and those of its kind. */
export function useCommands(entity: EntityDetail, page: KindPage, enabled: boolean): void {
  const host = useHost();
  useEffect(() => {
    if (!enabled) return undefined;
    const explore = exploreLink(host.org.id, entity, page);
    const open = (uuid: string) => host.navigate(entityAddress(host.org.id, uuid));
    const inExplore = (to: string): EntityCommand => ({
      id: 'entity.explore',
      label: 'Open this in Explore',
      keys: 'o e',
      run: () => host.navigate(to),
    });
    const commands = [...(explore ? [inExplore(explore)] : []), ...IN_LISTS, ...page.commands(entity, open)];
    return host.addCommands(commands.map((command) => ({ ...command, group: GROUP })));
  }, [host, entity, page, enabled]);
}
