import { formulasOf } from '../formula-words.ts';
import { useMemo, type ReactNode } from 'react';
import { chartData } from '../chart-data.ts';
import { useHighlightedSeries } from '../highlighted-series.ts';
import { MOST_MEASURES } from '../measures.ts';
import { useCategories } from '../use-categories.ts';
import { useOverlays } from '../overlays/use-overlays.ts';
import type { Selection, ViewProps } from '../view.ts';
import { againstColumn, againstOf, againstQuery, besides, isOfAgainst } from './against.ts';
import type { BarConfig } from './definition.ts';
import { chartModel } from './chart-model.ts';
import { totalsIn } from './group-totals.ts';
import { SeriesChart } from './series-chart.tsx';

const MAX_SERIES = 12;
/** Fewer lines than bars can be read: lines cross, and only colour and name distinguish areas. */
const MAX_LINES = 8;
const MAX_PERIODS = 1_000;

/** Stores what is pinned in the legend. */
const pinOf =
  ({ config, onConfigChange }: ViewProps<BarConfig>) =>
  (focusedStack: string | null) =>
    onConfigChange?.({ ...config, focusedStack });

/** Bars, columns, lines or areas of one measure over one or two groups. */
export function BarView(props: ViewProps<BarConfig>): ReactNode {
  const { query, config, timezone, firstDay, now, colors, further } = props;
  const { answer, onSelect } = useAgainst(props);
  const highlight = useHighlightedSeries(query, config.focusedStack, pinOf(props));
  const model = useMemo(() => {
    const groups = answer.columns.filter(({ role }) => role === 'group');
    const isSecondTime = groups.length > 1 && !groups[0]?.dateUnit && Boolean(groups[1]?.dateUnit);
    const invert = config.invertGroups !== isSecondTime;
    const isTimed = groups.some(({ dateUnit }) => dateUnit);
    const data = chartData(answer, {
      timezone,
      firstDay,
      now,
      invert,
      maxCategories: isTimed ? MAX_PERIODS : config.limit,
      maxSeries: config.displayType === 'bars' ? MAX_SERIES : MAX_LINES,
      order: config.sortBy === 'natural' && query.order.length > 0 ? 'given' : config.sortBy,
      ascending: config.sortDirection === 'ascending',
      leavesOut: query.having.length > 0,
      maxMeasures: MOST_MEASURES,
      change: config,
      formulas: formulasOf(query),
      samples: further?.samples,
      totals: totalsIn(further),
    });
    return chartModel(data, config, highlight.key, timezone, colors);
  }, [answer, further, query, config, timezone, firstDay, now, highlight.key, colors]);
  useCategories(model.coloured, props.onCategories);
  const overlays = useOverlays(model.data, props.further, timezone);
  const isHorizontal = model.config.displayType === 'bars' && !config.vertical && !model.data.timeUnit;
  return (
    <SeriesChart
      {...{ label: props.label, model, answer, highlight, overlays, onSelect, peek: props.peek }}
      hasLegend={config.legend && (model.data.seriesColumn !== undefined || model.data.series.length > 1)}
      direction={isHorizontal ? 'horizontal' : 'vertical'}
    />
  );
}

/** The answer with the figures by a second moment, where one is set; their marks lead to rows by that moment. */
function useAgainst({ answer, further, query, config, onSelect }: ViewProps<BarConfig>) {
  const moment = againstOf(query, config.against);
  const other = moment === null ? undefined : further?.against;
  const both = useMemo(() => (other ? besides(answer, other) : answer), [answer, other]);
  const column = other && againstColumn(other);
  if (!moment || !column || !onSelect) return { answer: both, onSelect };
  const choose = (selection: Selection) => {
    if (!isOfAgainst(selection)) return onSelect(selection);
    const groups = selection.groups.map((group) => ({ ...group, column }));
    const { measure: _measure, ...rest } = selection;
    return onSelect({ ...rest, groups, query: againstQuery(query, moment) });
  };
  return { answer: both, onSelect: choose };
}
