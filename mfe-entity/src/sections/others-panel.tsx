import { groupsQuery } from '@cairn/client';
import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { exploreAddress, type Query } from '@cairn/query';
import { ErrorState, formatNumber, linkAttributes, Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { kindOf, numberOf } from '../entity/read-entity.ts';
import { AppLink } from '../frame/entity-link.tsx';
import type { Property } from '../properties/group-properties.ts';
import { NumberValue } from '../properties/number-value.tsx';
import { LEAST_OTHERS, measuredNames, othersQuery, placeAmong, spreadsIn } from './others-query.ts';
import type { OthersSpec, Spread } from './others-query.ts';
import styles from './others-panel.module.css';

interface MeasureRowProps {
  readonly property: Property;
  readonly value: number;
  readonly spread: Spread;
}

function MeasureRow({ property: { label, name, unit }, value, spread }: MeasureRowProps): ReactNode {
  const shown = { name, unit: spread.unit ?? unit };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <NumberValue name={name} unit={unit} value={value} />
      </td>
      <td>
        <NumberValue {...shown} value={spread.median} />
      </td>
      <td>
        <NumberValue {...shown} value={spread.low} /> – <NumberValue {...shown} value={spread.high} />
      </td>
      <td>{formatNumber(spread.count)}</td>
      <td>{placeAmong(value, spread)}</td>
    </tr>
  );
}

const HEADS = ['Measure', 'This', 'Median', 'Middle half', 'Others', 'It is'];

interface SpreadTableProps {
  readonly entity: EntityDetail;
  readonly properties: readonly Property[];
  readonly query: Query;
  readonly names: readonly string[];
}

function SpreadTable({ entity, properties, query, names }: SpreadTableProps): ReactNode {
  const { org } = useHost();
  const { data, error, refetch } = useQuery(groupsQuery(org.id, query));
  if (error && !data)
    return (
      <ErrorState
        inline
        title="This question could not be answered"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={32 * (names.length + 1)} />;
  if (data.meta.withheld) return <Text tone="muted">{data.meta.withheld.words}</Text>;
  const rows = spreadsIn(data, kindOf(entity), names).flatMap((spread) => {
    const property = properties.find(({ name }) => name === spread.name);
    const value = numberOf(entity, spread.name);
    return property && value !== null ? [{ property, value, spread }] : [];
  });
  if (rows.length === 0)
    return <Text tone="muted">There are fewer than {LEAST_OTHERS} others to compare with.</Text>;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Compared with others">
      <table className={styles.spreads}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MeasureRow key={row.property.name} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How the measures of an entity stand among those of others of its kind, which Explore lists. */
export function OthersPanel({
  entity,
  properties,
  spec,
}: {
  entity: EntityDetail;
  properties: readonly Property[];
  spec: OthersSpec;
}): ReactNode {
  const { org } = useHost();
  const [now] = useState(Date.now);
  const query = othersQuery(entity, spec, now);
  if (!query) return null;
  const listed = exploreAddress(org.id, { query: { ...query, aggregations: [] } });
  return (
    <Panel title="Compared with others">
      <Text as="p" tone="muted" className={styles.words ?? ''}>
        Those {spec.words}, in the year before.{' '}
        <AppLink {...linkAttributes()} to={listed}>
          Open in Explore
        </AppLink>
      </Text>
      <SpreadTable
        entity={entity}
        properties={properties}
        query={query}
        names={measuredNames(entity, spec)}
      />
    </Panel>
  );
}
