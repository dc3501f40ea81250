import type { PlotOptions } from '@observablehq/plot';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import type { MarkOf } from '../chart.tsx';
import type { Size } from '../chart-mark.ts';
import { cutNames } from '../cut-names.ts';
import type { HighlightedSeries } from '../highlighted-series.ts';
import { PlotPicture, type Placement } from '../plot-picture.tsx';
import { categoryAxis, rowsAxis, zeroRow } from './axes.ts';
import type { ChartModel } from './chart-model.ts';
import { NAME_CHARACTERS, NAME_HEIGHT, namesFit, NAMES_WIDTH, spreadNames } from './end-names.ts';
import { lineMarks } from './line-marks.ts';
import { OverlayLines, roomOf } from '../overlays/overlay-marks.tsx';
import type { Overlays } from '../overlays/overlays.ts';
import { plotAreaOf, secondRoom, type PlotArea } from './plot-area.ts';
import styles from '../chart.module.css';

const TOP = 10;

interface LinesProps {
  readonly model: ChartModel;
  readonly size: Size;
  readonly markOf: MarkOf;
  readonly isThere: (mark: number) => boolean;
  readonly highlight: HighlightedSeries;
  readonly overlays: Overlays;
}

/** Lines or areas over the categories; each series is named at its end where there is room. */
export function Lines({ model, size, markOf, isThere, highlight, overlays }: LinesProps): ReactNode {
  const { data } = model;
  const isNamed = model.config.legend && namesFit(data, size);
  const area = useMemo(() => {
    const right = isNamed ? NAMES_WIDTH : secondRoom(model) || 16;
    return plotAreaOf(model, size, {
      top: TOP + roomOf(overlays),
      right,
      bare: 12,
      steps: data.categories.length - 1,
    });
  }, [model, size, isNamed, data, overlays]);
  const options = useMemo(() => optionsOf(model, area), [model, area]);
  return (
    <PlotPicture options={options} size={size}>
      {(x, y) => (
        <>
          <Columns model={model} area={area} x={x} />
          <Points model={model} markOf={markOf} isThere={isThere} x={x} y={y} step={area.step} />
          <OverlayLines {...overlays} x={x.at} top={area.margins.marginTop} height={area.height} />
          {isNamed && <EndNames model={model} area={area} y={y} highlight={highlight} />}
        </>
      )}
    </PlotPicture>
  );
}

function optionsOf(model: ChartModel, area: PlotArea): PlotOptions {
  const { data, config, timezone } = model;
  return {
    ...area.margins,
    x: { type: 'linear', domain: [0, Math.max(1, data.categories.length - 1)], axis: null },
    y: { type: 'linear', domain: area.values.domain(), axis: null },
    color: { type: 'identity' },
    opacity: { type: 'identity' },
    marks: [
      ...rowsAxis({
        scale: area.values,
        percent: config.bars === 'percent',
        measure: data.measure,
        grid: config.showGrid,
        labels: config.showValueAxis,
        ticks: area.ticks,
        second: model.second,
      }),
      zeroRow(),
      ...lineMarks(model),
      categoryAxis(data, area.step, timezone),
    ],
  };
}

/** The hit area around each category, with a rule at its place. */
function Columns({ model, area, x }: { model: ChartModel; area: PlotArea; x: Placement }): ReactNode {
  const { marginTop: top, marginLeft: left } = area.margins;
  return model.data.categories.map(({ key }, category) => {
    const at = x.at(category);
    const start = Math.max(left - 8, at - area.step / 2);
    return (
      <g key={key} className={styles.column} data-column={category}>
        <rect
          x={start}
          y={top}
          width={Math.min(left + area.width + 8, at + area.step / 2) - start}
          height={area.height}
        />
        <line x1={at} x2={at} y1={top} y2={top + area.height} />
      </g>
    );
  });
}

interface PointsProps {
  readonly model: ChartModel;
  readonly markOf: MarkOf;
  readonly isThere: (mark: number) => boolean;
  readonly x: Placement;
  readonly y: Placement;
  readonly step: number;
}

function Points({ model, markOf, isThere, x, y, step }: PointsProps): ReactNode {
  const reach = Math.max(3, Math.min(9, step / 2));
  const drawn = new Set(model.segments.map(({ series, category }) => `${series} ${category}`));
  return model.segments.map((segment, index) => {
    if (!isThere(index)) return null;
    // No line leads to a value without neighbours, so it is a dot.
    const isLone = ![-1, 1].some((by) => drawn.has(`${segment.series} ${segment.category + by}`));
    return (
      <circle
        key={model.marks[index]?.id}
        {...markOf(index)}
        className={styles.point}
        data-lone={isLone || undefined}
        cx={x.at(segment.category)}
        cy={y.at(segment.to)}
        r={reach}
        color={model.colorOf(segment.series)}
      />
    );
  });
}

interface EndNamesProps {
  readonly model: ChartModel;
  readonly area: PlotArea;
  readonly y: Placement;
  readonly highlight: HighlightedSeries;
}

/** Names at the ends of the lines: at the line, or in the middle of the area, where there is room. */
function EndNames({ model, area, y, highlight }: EndNamesProps): ReactNode {
  const wanted = model.data.series.map((_, series) => {
    const last = model.segments.findLast((segment) => segment.series === series);
    const [from, to] = [last?.from ?? 0, last?.to ?? 0];
    return y.at(model.config.displayType === 'area' ? (from + to) / 2 : to);
  });
  // The lowest stays above the labels of the axis.
  const bottom = area.margins.marginTop + area.height - NAME_HEIGHT / 2;
  const left = area.margins.marginLeft + area.width + 8;
  const labels = model.data.series.map(({ label }) => label);
  const names = cutNames(labels, NAME_CHARACTERS);
  return spreadNames(wanted, bottom).map((at, series) => (
    <EndName
      key={model.data.series[series]?.key}
      model={model}
      series={series}
      name={names[series] ?? ''}
      x={left}
      y={at}
      highlight={highlight}
    />
  ));
}

interface NameProps {
  readonly model: ChartModel;
  readonly series: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly highlight: HighlightedSeries;
}

/** The name of a series where its line ends. It pins and unpins the series as the legend does. */
function EndName({ model, series, name, x, y, highlight }: NameProps): ReactNode {
  const { key, label } = model.data.series[series] ?? { key: '', label: '' };
  const isPinned = highlight.pinned === key;
  const toggle = () => highlight.onPin(isPinned ? null : key);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };
  return (
    <g
      className={styles.name}
      data-end-name
      role="button"
      tabIndex={0}
      aria-pressed={isPinned}
      onClick={toggle}
      onKeyDown={onKeyDown}
      onPointerEnter={() => highlight.onPoint(key)}
      onPointerLeave={() => highlight.onPoint(null)}
    >
      <title>{label}</title>
      <circle cx={x + 4} cy={y} r={4} fill={model.colorOf(series)} />
      <text x={x + 13} y={y} dy="0.32em">
        {name}
      </text>
    </g>
  );
}
