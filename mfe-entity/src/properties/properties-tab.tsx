import type { EntityDetail } from '@cairn/contracts';
import { lazyComponent, Panel, Skeleton } from '@cairn/ui';
import { type ReactNode, Suspense } from 'react';
import { groupProperties, type PropertyGroups } from './group-properties.ts';
import styles from './properties-tab.module.css';
import { PropertyList } from './property-list.tsx';

const SourcesPanel = lazyComponent(async () => (await import('./sources-panel.tsx')).SourcesPanel);

const GROUPS: readonly (readonly [keyof PropertyGroups, string])[] = [
  ['properties', 'Properties'],
  ['dates', 'Dates'],
  ['analysis', 'Additional analysis'],
];

/** Every property for people, by group; an empty group says None. */
export function PropertiesTab({ entity }: { entity: EntityDetail }): ReactNode {
  const groups = groupProperties(entity);
  const filled = GROUPS.filter(([group]) => groups[group].length > 0);
  const shown = filled.length > 0 ? filled : GROUPS.slice(0, 1);
  return (
    <div className={styles.groups}>
      {shown.map(([group, title]) => (
        <Panel key={group} title={title}>
          <PropertyList whole properties={groups[group]} />
        </Panel>
      ))}
    </div>
  );
}

/** Ids, ingestion dates, and which sources know it. */
export function SystemInfoTab({ entity }: { entity: EntityDetail }): ReactNode {
  return (
    <div className={styles.system}>
      <Panel title="System info">
        <PropertyList whole properties={groupProperties(entity).system} />
      </Panel>
      <Suspense fallback={<Skeleton height={120} />}>
        <SourcesPanel entity={entity} />
      </Suspense>
    </div>
  );
}
