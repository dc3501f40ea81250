import { groupsQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { exploreAddress, type Filter, type Query } from '@cairn/query';
import { ErrorState, formatNumber, linkAttributes, Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChartSpec } from '../charts/chart-spec.ts';
import { AppLink } from '../frame/entity-link.tsx';
import styles from './metric-cards.module.css';

/** A chart that is one figure: the share of its things for which a filter holds. */
export interface ShareSpec extends ChartSpec {
  readonly share: { readonly part: Filter; readonly words: string };
}

/** The counts of a share: all things first, then those for which the filter holds. */
export function shareQuery(query: Query, { part }: ShareSpec['share']): Query {
  const count = { target: query.select[0] ?? '', attribute: 'uuid', reducer: 'count' } as const;
  return { ...query, aggregations: [count, { ...count, filters: [part] }] };
}

const percent = (part: number, whole: number) =>
  `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

function Figure({ query, share }: { query: Query; share: ShareSpec['share'] }): ReactNode {
  const { org } = useHost();
  const { data, error, refetch } = useQuery(groupsQuery(org.id, shareQuery(query, share)));
  if (error && !data)
    return (
      <ErrorState
        inline
        title="This question could not be answered"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={48} />;
  if (data.meta.withheld) return <Text tone="muted">{data.meta.withheld.words}</Text>;
  const [row] = data.data;
  const kind = query.select[0] ?? '';
  const whole = Number(row?.[`count(${kind}.uuid)`] ?? 0);
  const part = Number(row?.[`count(${kind}.uuid) 2`] ?? 0);
  if (whole === 0) return <Text tone="muted">N/A: there is nothing to take a share of.</Text>;
  const rows: Query = { ...query, filters: [...query.filters, share.part], aggregations: [] };
  return (
    <>
      <AppLink
        {...linkAttributes({ quiet: true, className: styles.share ?? '' })}
        to={exploreAddress(org.id, { query: rows })}
      >
        {percent(part, whole)}
      </AppLink>
      <Text as="p" tone="muted" numeric>
        {`${formatNumber(part)} of ${formatNumber(whole)} ${share.words}`}
      </Text>
    </>
  );
}

/** A card with a share as its figure, which leads to the things for which the filter holds. */
export function ShareCard({
  title,
  query,
  share,
}: {
  title: string;
  query: Query;
  share: ShareSpec['share'];
}): ReactNode {
  return (
    <Panel title={title}>
      <Figure query={query} share={share} />
    </Panel>
  );
}

/** True for a chart that is a share. */
export const isShare = (spec: ChartSpec): spec is ShareSpec => 'share' in spec;
