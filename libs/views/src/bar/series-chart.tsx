import type { ResultSet } from '@cairn/answer';
import type { ReactNode } from 'react';
import { Chart, type ChartProps } from '../chart.tsx';
import type { Size } from '../chart-mark.ts';
import { ComparedKey } from '../compared-key.tsx';
import type { HighlightedSeries } from '../highlighted-series.ts';
import { Legend, legendValues } from '../legend.tsx';
import type { OverlaysAt } from '../overlays/use-overlays.ts';
import type { Category } from '../category.ts';
import type { BarDirection } from './bar-marks.ts';
import { Bars } from './bars.tsx';
import type { ChartModel } from './chart-model.ts';
import { namesFit } from './end-names.ts';
import { Lines } from './lines.tsx';

interface SeriesChartProps extends Pick<ChartProps, 'label' | 'onSelect' | 'peek'> {
  readonly model: ChartModel;
  readonly answer: ResultSet;
  readonly highlight: HighlightedSeries;
  readonly overlays: OverlaysAt;
  readonly hasLegend: boolean;
  /** The way that bars grow; upwards by default. */
  readonly direction?: BarDirection;
}

/** A model drawn as bars, lines or areas, with its legend. */
export function SeriesChart(props: SeriesChartProps): ReactNode {
  const { model, answer, highlight, overlays, hasLegend, direction = 'vertical', ...chart } = props;
  const { data, config } = model;
  const isBars = config.displayType === 'bars';
  const isNamed = (size: Size) => !isBars && namesFit(data, size);
  return (
    <Chart
      {...chart}
      marks={model.marks}
      columns={model.columns}
      columnOf={(mark) => model.segments[mark]?.category ?? 0}
      events={({ width }) => overlays(width).marks}
      neighbour={model.neighbourOf}
      cuts={data.cuts}
      scroll={isBars && direction === 'horizontal'}
      head={(size) => (
        <>
          {hasLegend && !isNamed(size) && (
            <Legend
              series={namedSeries(model)}
              values={legendValues(data, 'series')}
              colorOf={model.colorOf}
              highlight={highlight}
            />
          )}
          {model.earlier.length > 0 && <ComparedKey answer={answer} mark={isBars ? 'bar' : 'line'} />}
        </>
      )}
    >
      {(size, markOf, isThere) => {
        const drawn = { model, size, markOf, isThere, overlays: overlays(size.width) };
        return isBars ? (
          <Bars {...drawn} direction={direction} />
        ) : (
          <Lines {...drawn} highlight={highlight} />
        );
      }}
    </Chart>
  );
}

/** The series as the legend names them: those of a second axis say so. */
function namedSeries({ data }: ChartModel): readonly Category[] {
  return data.series.map((each, at) =>
    data.axes[at] === 1 ? { ...each, label: `${each.label} (second axis)` } : each,
  );
}
