import { Button } from '@cairn/ui';
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { BarConfig } from '../bar/definition.ts';
import { chartModel, type ChartModel } from '../bar/chart-model.ts';
import { SeriesChart } from '../bar/series-chart.tsx';
import { chartData } from '../chart-data.ts';
import { useHighlightedSeries } from '../highlighted-series.ts';
import { useCategories } from '../use-categories.ts';
import { useOverlays } from '../overlays/use-overlays.ts';
import type { ViewProps } from '../view.ts';
import type { TimeConfig } from './definition.ts';
import { asPeriods, timeTotalsIn } from './time-answer.ts';
import { zoomRange } from './zoom-range.ts';
import { useDragRange, type Dragged } from './drag-range.ts';
import styles from './time-view.module.css';

/** The most series that an answer has, so that none is left out. */
const MAX_SERIES = 12;
const MAX_PERIODS = 2_000;

/** The measure over time; dragging over periods offers to zoom into them. */
export function TimeView(props: ViewProps<TimeConfig>): ReactNode {
  const { answer, config, timezone, firstDay, now, colors, further, onZoom } = props;
  const highlight = useHighlightedSeries(props.query);
  const model = useMemo(() => {
    const limits = { timezone, firstDay, now, maxCategories: MAX_PERIODS, maxSeries: MAX_SERIES };
    const data = chartData(asPeriods(answer), { ...limits, totals: timeTotalsIn(further) });
    const bars = BarConfig.parse({
      vertical: true,
      values: false,
      barPadding: 12,
      showValueAxis: config.labels,
      displayType: config.displayType === 'line' ? 'lines' : 'bars',
    });
    return chartModel(data, bars, highlight.key, timezone, colors);
  }, [answer, config, timezone, firstDay, now, further, highlight.key, colors]);
  useCategories(model.coloured, props.onCategories);
  const overlays = useOverlays(model.data, props.further, timezone);
  const drag = useDragRange((mark) => model.segments[mark]?.category);
  return (
    <div className={styles.time} {...(onZoom ? drag.handlers : {})}>
      <SeriesChart
        {...{ label: props.label, model, answer, highlight, overlays }}
        {...{ onSelect: props.onSelect, peek: props.peek }}
        hasLegend={model.data.seriesColumn !== undefined}
      />
      {drag.dragged && <div className={styles.dragged} style={drag.dragged.box} />}
      {onZoom && drag.dragged?.done && (
        <Zoom dragged={drag.dragged} model={model} onZoom={onZoom} onClose={drag.clear} />
      )}
      {onZoom && <Shift answer={props.answer} onZoom={onZoom} />}
    </div>
  );
}

interface ZoomProps {
  readonly dragged: Dragged;
  readonly model: ChartModel;
  readonly onZoom: (start: number, end: number) => void;
  readonly onClose: () => void;
}

function Zoom({ dragged, model, onZoom, onClose }: ZoomProps): ReactNode {
  const range = zoomRange(
    model.data.categories.map(({ value }) => value),
    dragged,
  );
  if (!range) return null;
  return (
    <div className={styles.zoom} style={{ left: dragged.box.left + dragged.box.width / 2 }}>
      <Button
        variant="primary"
        size="small"
        icon={<ZoomIn aria-hidden />}
        autoFocus
        onClick={() => {
          onClose();
          onZoom(range.start, range.end);
        }}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        Zoom in
      </Button>
    </div>
  );
}

/** Arrows that move the dates by their own length. */
function Shift({ answer, onZoom }: Pick<ViewProps, 'answer'> & Pick<ZoomProps, 'onZoom'>): ReactNode {
  const [start, end] = [answer.meta.start, answer.meta.end].map((each) => (each ? Date.parse(each) : null));
  if (start == null || end == null) return null;
  const span = end - start;
  return (
    <div className={styles.shift}>
      <button type="button" aria-label="Earlier dates" onClick={() => onZoom(start - span, start)}>
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" aria-label="Later dates" onClick={() => onZoom(end, end + span)}>
        <ChevronRight aria-hidden />
      </button>
    </div>
  );
}
