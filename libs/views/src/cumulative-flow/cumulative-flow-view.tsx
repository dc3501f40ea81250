import { useMemo, type ReactNode } from 'react';
import { chartModel } from '../bar/chart-model.ts';
import { BarConfig } from '../bar/definition.ts';
import { SeriesChart } from '../bar/series-chart.tsx';
import { useHighlightedSeries } from '../highlighted-series.ts';
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
    const { showGrid, showValueAxis, legend } = config;
    const area = BarConfig.parse({ displayType: 'area', bars: 'stack', showGrid, showValueAxis, legend });
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
    <SeriesChart
      {...{ label, model, answer, highlight, overlays }}
      onSelect={choose}
      hasLegend={config.legend}
    />
  );
}
