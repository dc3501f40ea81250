import { formatNumber, Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { RelatedItem } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { EntityRelation } from './listed-relations.ts';
import styles from './related-panels.module.css';

function ItemList({ items }: { items: readonly RelatedItem[] }): ReactNode {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.uuid}>
          <EntityLink uuid={item.uuid} className={styles.item}>
            <KindIcon kind={item.kind} size={14} />
            <Text truncate>{item.name}</Text>
          </EntityLink>
        </li>
      ))}
    </ul>
  );
}

/** A panel for each relation, with links to its entities. */
export function RelatedPanels({ relations }: { relations: readonly EntityRelation[] }): ReactNode {
  if (relations.length === 0) return null;
  return (
    <div className={styles.panels}>
      {relations.map(({ name, label, items, total }) => (
        <Panel
          key={name}
          title={label}
          actions={
            <Text tone="muted" numeric>
              {formatNumber(total)}
            </Text>
          }
        >
          <ItemList items={items} />
        </Panel>
      ))}
    </div>
  );
}
