import { useMemo, type ReactNode } from 'react';
import { chartModel } from '../bar/chart-model.ts';
import { BarConfig } from '../bar/definition.ts';
import { namesFit } from '../bar/end-names.ts';
import { Lines } from '../bar/lines.tsx';
import { Chart } from '../chart.tsx';
import { useHighlightedSeries } from '../highlighted-series.ts';
import { Legend } from '../legend.tsx';
import { useOverlays } from '../overlays/use-overlays.ts';
import type { Selection, ViewProps } from '../view.ts';
import { flowUnit, type FlowConfig } from './definition.ts';
import { calendarOf, flowData } from './flow-data.ts';
import { standingAt } from './stays.ts';

/** Issues by category of status at the end of each period, what is done at the bottom. */
export function CumulativeFlowView(props: ViewProps<FlowConfig>): ReactNode {
  const { answer, query, config, label, timezone, firstDay, now, colors, onSelect } = props;
  const highlight = useHighlightedSeries(query);
  const unit = flowUnit(config, query);
  const flow = useMemo(() => {
    const calendar = calendarOf(timezone, firstDay);
    return flowData(answer, { query, unit, timezone, calendar, now, done: config.done });
  }, [answer, query, unit, timezone, firstDay, now, config.done]);
  const model = useMemo(() => {
    const { showGrid, showValueAxis } = config;
    const area = BarConfig.parse({ displayType: 'area', bars: 'stack', showGrid, showValueAxis });
    return chartModel(flow.data, area, highlight.key, timezone, colors);
  }, [flow, config, highlight.key, timezone, colors]);
  const overlays = useOverlays(flow.data, props.further, timezone);
  const choose =
    onSelect &&
    ((selection: Selection) => {
      if (selection.uuid !== undefined) return onSelect(selection);
      const [period, category] = selection.groups;
      const at = flow.data.categories.findIndex(({ value }) => value === period?.value);
      if (typeof category?.value !== 'string' || at === -1) return;
      onSelect({ ...selection, groups: [], rows: standingAt(query, category.value, flow.momentOf(at)) });
    });
  return (
    <Chart
      label={label}
      marks={model.marks}
      columns={model.columns}
      columnOf={(mark) => model.segments[mark]?.category ?? 0}
      events={overlays.marks}
      neighbour={model.neighbourOf}
      onSelect={choose}
      cuts={flow.data.cuts}
      head={(size) =>
        config.legend &&
        !namesFit(flow.data, size) && (
          <Legend series={flow.data.series} colorOf={model.colorOf} highlight={highlight} />
        )
      }
    >
      {(size, markOf, isThere) => <Lines {...{ model, size, markOf, isThere, highlight, overlays }} />}
    </Chart>
  );
}
