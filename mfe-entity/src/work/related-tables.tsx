import { STANDARD_VIEWS, type EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { formatNumber, Select, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { type ReactNode, useState } from 'react';
import { type EntityRelation, tableQuery } from './listed-relations.ts';
import styles from './related-tables.module.css';

/** More than these do not fit beside each other. */
const MOST_SEGMENTS = 4;
const TABLE_PX = 560;
/** The height around the rows of a short table, and of a row. */
const HEAD_PX = 110;
const ROW_PX = 33;

function Table({ entity, relation }: { entity: EntityDetail; relation: EntityRelation }): ReactNode {
  const host = useHost();
  const query = tableQuery(entity, relation, host.timezone);
  if (!query) return null;
  return (
    <div className={styles.table}>
      {host.renderPart('explore/QuestionView', {
        query,
        view: { value: STANDARD_VIEWS.table, config: {} },
        height: Math.min(TABLE_PX, HEAD_PX + relation.total * ROW_PX),
        label: `${relation.label} of ${entity.name ?? 'this entity'}`,
      })}
    </div>
  );
}

/** One relation at a time as a table; a switch chooses between several. */
export function RelatedTables({
  entity,
  relations,
}: {
  entity: EntityDetail;
  relations: readonly EntityRelation[];
}): ReactNode {
  const [chosen, setChosen] = useState(relations[0]?.name ?? '');
  const relation = relations.find(({ name }) => name === chosen) ?? relations[0];
  if (!relation) return null;
  const options = relations.map(({ name, label, total }) => ({
    value: name,
    label: `${label} ${formatNumber(total)}`,
  }));
  return (
    <>
      {relations.length > MOST_SEGMENTS ? (
        <Select
          className={styles.choice ?? ''}
          aria-label="Related"
          searchable
          allowDeselect={false}
          data={options}
          value={relation.name}
          onChange={(name) => name && setChosen(name)}
        />
      ) : relations.length > 1 ? (
        <Segmented
          className={styles.switch ?? ''}
          aria-label="Related"
          data={options}
          value={relation.name}
          onChange={setChosen}
        />
      ) : (
        <h2 className={styles.title}>
          {relation.label}{' '}
          <Text tone="muted" numeric>
            {formatNumber(relation.total)}
          </Text>
        </h2>
      )}
      <Table key={relation.name} entity={entity} relation={relation} />
    </>
  );
}
