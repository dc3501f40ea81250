import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { EmptyState, formatNumber, Segmented } from '@cairn/ui';
import { Layers } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { KindIcon } from '../kind/kind-icon.tsx';
import type { RelatedItem } from '../kind/kind-info.ts';
import { relatedQuery } from '../kind/related-query.ts';
import { EntityLink } from '../place/place.tsx';

type Relation = EntityDetail['relations'][number];

/** Related entities by name. */
export function ItemList({ items }: { items: readonly RelatedItem[] }): ReactNode {
  return (
    <ul className="en-items">
      {items.map((item) => (
        <li key={item.uuid}>
          <EntityLink uuid={item.uuid} className="en-item">
            <KindIcon kind={item.kind} size={14} />
            <span className="cn-truncate">{item.name}</span>
          </EntityLink>
        </li>
      ))}
    </ul>
  );
}

/** The relations worth a list: to many, and with someone in them. */
export function listedRelations(entity: EntityDetail): readonly Relation[] {
  const kind = entity.labels[0] ?? '';
  return entity.relations.filter(
    ({ name, total }) => total > 0 && CATALOGUE.relation(kind, name)?.many !== false,
  );
}

function RelationList({ entity, relation }: { entity: EntityDetail; relation: Relation }): ReactNode {
  const host = useHost();
  const time = CATALOGUE.kind(relation.target)?.timeAttribute;
  const query =
    relation.total > relation.items.length
      ? relatedQuery(entity.labels[0] ?? '', relation.name, entity.uuid, {
          ...(time
            ? { order: [{ by: `${relation.target}.${time}`, direction: 'descending' as const }] }
            : {}),
          timezone: host.timezone,
        })
      : null;
  if (!query) return <ItemList items={relation.items} />;
  return (
    <div className="en-table">
      {host.renderPart('explore/QuestionView', {
        query,
        view: { value: 'unifiedTable', config: {} },
        height: 560,
        label: `${relation.label} of ${entity.name ?? 'this entity'}`,
      })}
    </div>
  );
}

/** The work around an entity: a list for each relation that has any. */
export function RelatedLists({ entity }: { entity: EntityDetail }): ReactNode {
  const relations = listedRelations(entity);
  const [chosen, setChosen] = useState(relations[0]?.name ?? '');
  const relation = relations.find(({ name }) => name === chosen) ?? relations[0];
  if (!relation) {
    return (
      <EmptyState icon={<Layers aria-hidden />} title="None">
        Nothing is related to this yet.
      </EmptyState>
    );
  }
  return (
    <div className="en-related">
      {relations.length > 1 && (
        <Segmented
          aria-label="Related"
          data={relations.map(({ name, label, total }) => ({
            value: name,
            label: `${label} ${formatNumber(total)}`,
          }))}
          value={relation.name}
          onChange={setChosen}
        />
      )}
      <RelationList key={relation.name} entity={entity} relation={relation} />
    </div>
  );
}
