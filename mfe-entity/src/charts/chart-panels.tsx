import type { EntityDetail } from '@cairn/contracts';
import { createSharedColors, useHost } from '@cairn/host';
import { Panel } from '@cairn/ui';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartSpec } from './chart-spec.ts';
import { chartsOf, type ChartScope } from './charts-of.ts';
import { PeopleAtWork } from './people-at-work.tsx';

/** The height of a chart, and the most that one of many rows takes. */
const CHART_PX = 240;
const MOST_PX = 420;

/** Charts of an entity, a panel for each; those with too few related entities are left out. */
export function ChartPanels({
  entity,
  specs,
  range = null,
  span = null,
  onDefaultBranch = false,
}: Partial<ChartScope> & {
  entity: EntityDetail;
  specs: readonly ChartSpec[];
}): ReactNode {
  const { timezone, renderPart } = useHost();
  const [colors] = useState(createSharedColors);
  const charts = useMemo(
    () => chartsOf(entity, specs, timezone, { range, span, onDefaultBranch }),
    [entity, specs, timezone, range, span, onDefaultBranch],
  );
  return charts.map(({ title, query, view, listsPeople }) => (
    <Panel key={title} title={title}>
      {listsPeople ? (
        <PeopleAtWork query={query} />
      ) : (
        renderPart('explore/QuestionView', {
          query,
          view,
          height: CHART_PX,
          mostHeight: MOST_PX,
          label: title,
          colors,
        })
      )}
    </Panel>
  ));
}
