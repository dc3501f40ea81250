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

/** Ids and ingestion dates. */
export function SystemInfoTab({ entity }: { entity: EntityDetail }): ReactNode {
  return (
    <Panel title="System info">
      <PropertyList whole properties={groupProperties(entity).system} />
    </Panel>
  );
}
