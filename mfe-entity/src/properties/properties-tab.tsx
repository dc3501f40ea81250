import type { EntityDetail } from '@cairn/contracts';
import { Panel } from '@cairn/ui';
import type { ReactNode } from 'react';
import { groupProperties, type PropertyGroups } from './group-properties.ts';
import styles from './properties-tab.module.css';
import { PropertyList } from './property-list.tsx';

const GROUPS: readonly (readonly [keyof PropertyGroups, string])[] = [
  ['properties', 'Properties'],
  ['dates', 'Dates'],
  ['analysis', 'Additional analysis'],
];

/** Every property that says something to people, by group. */
export function PropertiesTab({ entity }: { entity: EntityDetail }): ReactNode {
  const groups = groupProperties(entity);
  return (
    <div className={styles.groups}>
      {GROUPS.filter(([group]) => groups[group].length > 0).map(([group, title]) => (
        <Panel key={group} title={title}>
          <PropertyList whole properties={groups[group]} />
        </Panel>
      ))}
    </div>
  );
}

/** Ids and dates of reading. */
export function SystemInfoTab({ entity }: { entity: EntityDetail }): ReactNode {
  return (
    <Panel title="System info">
      <PropertyList whole properties={groupProperties(entity).system} />
    </Panel>
  );
}
