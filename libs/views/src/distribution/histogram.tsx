import { axisX, gridY, axisY, rectY, ruleY, text, type PlotOptions } from '@observablehq/plot';
import { formatNumber } from '@cairn/ui';
import { scaleLinear } from 'd3';
import { useMemo, type ReactNode } from 'react';
import { rounded, valueTicks } from '../bar/value-ticks.ts';
import { Chart } from '../chart.tsx';
import type { ChartMark, Size } from '../chart-mark.ts';
import { BESIDE_NAME, formatFitting, formatShort, formatValue } from '../format.ts';
import { PlotPicture } from '../plot-picture.tsx';
import type { ViewProps } from '../view.ts';
import { binsOf, type Bin, type Bins } from './bins.ts';
import type { DistributionConfig } from './definition.ts';
import styles from '../chart.module.css';

const MARGINS = { marginLeft: 52, marginTop: 20, marginRight: 16, marginBottom: 30 };
const TICK_WIDTH = 96;
const TICK_HEIGHT = 56;
const LEAST_FIGURE = 34;

/** How many values lie in each bin, as bars side by side. */
export function Histogram({ answer, config, label, onSelect }: ViewProps<DistributionConfig>): ReactNode {
  const model = useMemo(() => binsOf(answer), [answer]);
  const marks = useMemo(() => model.bins.map((bin) => markOf(bin, model)), [model]);
  return (
    <Chart label={label} marks={marks} onSelect={onSelect}>
      {(size, markOfIndex) => (
        <Picture model={model} config={config} size={size}>
          {(x, y) =>
            model.bins.map(({ start, end, count }, index) => (
              <rect
                key={start}
                {...markOfIndex(index)}
                x={x(start)}
                y={Math.min(y(count), y(0) - 4)}
                width={Math.max(2, x(end) - x(start))}
                height={Math.max(4, y(0) - y(count))}
              />
            ))
          }
        </Picture>
      )}
    </Chart>
  );
}

/** A bin with its ends, its count, and the part of the values up to it. */
function markOf(bin: Bin, { bins, column, total }: Bins): ChartMark {
  const span = `${formatValue(bin.start, column?.unit)} – ${formatValue(bin.end, column?.unit)}`;
  const upTo = bins.reduce((sum, { end, count }) => sum + (end <= bin.end ? count : 0), 0) / (total || 1);
  const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)}%`;
  return {
    id: String(bin.start),
    label: `${span} ${formatNumber(bin.count)} (${percent(bin.share)})`,
    groups: column ? [{ column, value: bin.start }] : [],
    tip: () => ({
      title: span,
      lines: [
        { name: 'Number', value: `${formatNumber(bin.count)} (${percent(bin.share)})` },
        { name: `Below ${formatValue(bin.end, column?.unit)}`, value: percent(upTo) },
      ],
    }),
  };
}

interface PictureProps {
  readonly model: Bins;
  readonly config: DistributionConfig;
  readonly size: Size;
  readonly children: (x: (value: number) => number, y: (count: number) => number) => ReactNode;
}

function Picture({ model, config, size, children }: PictureProps): ReactNode {
  const options = useMemo(() => optionsOf(model, config, size), [model, config, size]);
  return (
    <PlotPicture options={options} size={size}>
      {(x, y) => children(x.at, y.at)}
    </PlotPicture>
  );
}

function optionsOf({ bins, column }: Bins, config: DistributionConfig, size: Size): PlotOptions {
  const [first, last] = [bins[0]?.start ?? 0, bins.at(-1)?.end ?? 1];
  const width = Math.max(40, size.width - MARGINS.marginLeft - MARGINS.marginRight);
  const across = scaleLinear([first, last], [0, width]);
  const up = rounded(scaleLinear([0, Math.max(1, ...bins.map(({ count }) => count))], [0, 1]), undefined);
  const counts = valueTicks(up, Math.max(2, Math.floor(size.height / TICK_HEIGHT)), undefined, true);
  const values = valueTicks(across, Math.max(2, Math.floor(width / TICK_WIDTH)), column?.unit);
  const plain = { label: null, tickSize: 0, fontSize: 12, tickPadding: 8 };
  const step = ((bins[0]?.end ?? 1) - first) * (width / Math.max(last - first, 1e-12));
  return {
    ...MARGINS,
    x: { type: 'linear', domain: [first, last], axis: null },
    y: { type: 'linear', domain: up.domain(), axis: null },
    color: { type: 'identity' },
    marks: [
      config.showGrid ? gridY(counts, { stroke: 'var(--cn-chart-grid)', strokeOpacity: 1 }) : null,
      axisY(counts, { ...plain, tickFormat: (tick: number) => formatShort(tick) }),
      axisX(values, { ...plain, tickFormat: (tick: number) => formatShort(tick, column?.unit) }),
      rectY(bins, { x1: 'start', x2: 'end', y: 'count', fill: 'var(--cn-chart-1)', inset: step > 6 ? 1 : 0 }),
      ruleY([0], { stroke: 'var(--cn-line-strong)' }),
      config.values && step >= LEAST_FIGURE
        ? text(bins, {
            x: ({ start, end }: Bin) => (start + end) / 2,
            y: 'count',
            text: ({ count }: Bin) => formatFitting(count, undefined, BESIDE_NAME),
            dy: -4,
            lineAnchor: 'bottom',
            fontSize: 12,
            className: styles.value ?? 'value',
          })
        : null,
    ],
  };
}
