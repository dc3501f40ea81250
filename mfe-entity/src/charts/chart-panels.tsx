import type { EntityDetail } from '@cairn/contracts';
import { createSharedColors, useHost } from '@cairn/host';
import { Panel } from '@cairn/ui';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartSpec } from './chart-spec.ts';
import { chartsOf } from './charts-of.ts';

/** Charts of an entity, a panel for each; those with too few related entities are left out. */
export function ChartPanels({
  entity,
  specs,
  height,
}: {
  entity: EntityDetail;
  specs: readonly ChartSpec[];
  height: number;
}): ReactNode {
  const { timezone, renderPart } = useHost();
  const [colors] = useState(createSharedColors);
  const charts = useMemo(() => chartsOf(entity, specs, timezone), [entity, specs, timezone]);
  return charts.map(({ title, query, view }) => (
    <Panel key={title} title={title}>
      {renderPart('explore/QuestionView', { query, view, height, label: title, colors })}
    </Panel>
  ));
}
