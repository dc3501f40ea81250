import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useEffect } from 'react';
import { exploreLink } from '../kind/explore-link.ts';
import { relatedOne } from '../kind/kind-info.ts';
import { entityAddress } from '../place/place.tsx';

/** The deeds of an entity's page as commands, with keys. */
export function useCommands(entity: EntityDetail, enabled: boolean): void {
  const host = useHost();
  useEffect(() => {
    if (!enabled) return undefined;
    const orgId = host.org.id;
    const explore = exploreLink(orgId, entity);
    const steps = [
      ['Parent', 'Go to the parent commit', '['],
      ['Child', 'Go to the next commit', ']'],
    ] as const;
    const isCommit = entity.labels[0] === 'Commit';
    return host.addCommands([
      ...(explore
        ? [
            {
              id: 'entity.explore',
              label: 'Open this in Explore',
              keys: 'o e',
              group: 'This page',
              run: () => host.navigate(explore),
            },
          ]
        : []),
      ...steps.flatMap(([relation, label, keys]) => {
        const to = isCommit ? relatedOne(entity, relation) : null;
        const run = () => to && host.navigate(entityAddress(orgId, to.uuid));
        return to ? [{ id: `entity.${relation}`, label, keys, group: 'This page', run }] : [];
      }),
    ]);
  }, [host, entity, enabled]);
}
