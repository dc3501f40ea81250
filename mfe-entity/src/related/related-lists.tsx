import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import { EmptyState, formatNumber, Panel } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { Layers } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { KindIcon } from '../kind/kind-icon.tsx';
import type { RelatedItem } from '../kind/kind-info.ts';
import { whyNoCommits } from '../kind/no-commits.ts';
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

function Table({ entity, relation }: { entity: EntityDetail; relation: Relation }): ReactNode {
  const host = useHost();
  const query = tableOf(entity, relation, host.timezone);
  if (!query) return null;
  return (
    <div className="en-table">
      {host.renderPart('explore/QuestionView', {
        query,
        view: { value: 'unifiedTable', config: {} },
        height: Math.min(TABLE_PX, 110 + relation.total * 33),
        label: `${relation.label} of ${entity.name ?? 'this entity'}`,
      })}
    </div>
  );
}

const TABLE_PX = 560;

/** The entities of a relation as a table; null when the short list has them all or the graph cannot be asked. */
function tableOf(entity: EntityDetail, relation: Relation, timezone: string): Query | null {
  if (relation.total <= relation.items.length) return null;
  const time = CATALOGUE.kind(relation.target)?.timeAttribute;
  const order = time ? [{ by: `${relation.target}.${time}`, direction: 'descending' as const }] : [];
  return relatedQuery(entity.labels[0] ?? '', relation.name, entity.uuid, { order, timezone });
}

function Tables({ entity, relations }: { entity: EntityDetail; relations: readonly Relation[] }): ReactNode {
  const [chosen, setChosen] = useState(relations[0]?.name ?? '');
  const relation = relations.find(({ name }) => name === chosen) ?? relations[0];
  if (!relation) return null;
  return (
    <>
      {relations.length > 1 ? (
        <Segmented
          aria-label="Related"
          data={relations.map(({ name, label, total }) => ({
            value: name,
            label: `${label} ${formatNumber(total)}`,
          }))}
          value={relation.name}
          onChange={setChosen}
        />
      ) : (
        <h2 className="en-related__title">
          {relation.label} <span className="cn-muted cn-numeric">{formatNumber(relation.total)}</span>
        </h2>
      )}
      <Table key={relation.name} entity={entity} relation={relation} />
    </>
  );
}

/** The work around an entity: tables of what is many, lists of what is few. */
export function RelatedLists({ entity }: { entity: EntityDetail }): ReactNode {
  const relations = listedRelations(entity);
  if (relations.length === 0) {
    return (
      <EmptyState icon={<Layers aria-hidden />} title="None">
        {whyNoCommits(entity) ?? 'Nothing is related to this yet.'}
      </EmptyState>
    );
  }
  const isMany = (relation: Relation) => tableOf(entity, relation, 'UTC') !== null;
  const few = relations.filter((relation) => !isMany(relation));
  return (
    <div className="en-related">
      <Tables entity={entity} relations={relations.filter(isMany)} />
      {few.length > 0 && (
        <div className="en-groups">
          {few.map(({ name, label, items, total }) => (
            <Panel
              key={name}
              title={label}
              actions={<span className="cn-muted cn-numeric">{formatNumber(total)}</span>}
            >
              <ItemList items={items} />
            </Panel>
          ))}
        </div>
      )}
    </div>
  );
}
