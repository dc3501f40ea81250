import type { ResultSet } from '@cairn/answer';
import {
  hierarchy,
  treemap,
  treemapBinary,
  treemapDice,
  treemapSlice,
  treemapSliceDice,
  treemapSquarify,
  type HierarchyRectangularNode,
} from 'd3';
import { changeOf } from '@cairn/query';
import { formatDecimals } from '@cairn/ui';
import { useMemo, type ReactNode } from 'react';
import { markOf as describe } from '../bar/marks.ts';
import { OTHER } from '../categories.ts';
import { changeColorOf, changeInWords } from '../change.ts';
import { chartData, type ChartData } from '../chart-data.ts';
import type { ChartOptions } from '../category.ts';
import { Chart, type MarkOf } from '../chart.tsx';
import type { ChartMark, Size } from '../chart-mark.ts';
import { BESIDE_NAME, formatFitting, truncate } from '../format.ts';
import { useHighlightedSeries } from '../highlighted-series.ts';
import { Legend, legendValues } from '../legend.tsx';
import { assignColors, colorOf as tokenOf, OTHER_COLOR, tintOf } from '../palette.ts';
import { useCategories } from '../use-categories.ts';
import type { ViewProps } from '../view.ts';
import type { TreeConfig } from './definition.ts';
import { flatLeaves, nestedLeaves, type Leaf } from './leaves.ts';
import styles from '../chart.module.css';

const LAYOUTS = {
  squarify: treemapSquarify,
  binary: treemapBinary,
  slice: treemapSlice,
  dice: treemapDice,
  'slice-dice': treemapSliceDice,
};
const MOST_CELLS = 200;
/** The most values of the first of two groups: it gives the colour, and more cannot be told apart. */
const MOST_PARENTS = 24;

type Node = { readonly children?: readonly Node[]; readonly leaf?: Leaf; readonly parent?: number };

/** Areas by value. With two groups the first gives the colour and gathers the second. */
export function TreeMapView(props: ViewProps<TreeConfig>): ReactNode {
  const { answer, config, timezone, firstDay, now, colors } = props;
  const highlight = useHighlightedSeries(props.query);
  const { given, data, leaves, marks, whole } = useMemo(
    () => treeModel(answer, config.invertAxis, { timezone, firstDay, now }),
    [answer, config.invertAxis, timezone, firstDay, now],
  );
  const keys = data.categories.map(({ key }) => key).filter((key) => key !== OTHER);
  useCategories(data.seriesColumn ? keys : [], props.onCategories);
  const slots = assignColors(keys, colors);
  const colorOf = (category: number) => {
    const key = data.categories[category]?.key ?? '';
    if (key === OTHER) return OTHER_COLOR;
    return data.seriesColumn
      ? tokenOf(slots.get(key) ?? 0, colors?.size ?? keys.length)
      : 'var(--cn-chart-1)';
  };
  const hasLegend = config.legend && data.seriesColumn !== undefined;
  return (
    <Chart
      label={props.label}
      marks={marks}
      onSelect={props.onSelect}
      peek={props.peek}
      cuts={[...data.cuts, ...belowZero(given)]}
      head={
        hasLegend && (
          <Legend
            series={data.categories}
            values={legendValues(given, 'categories')}
            {...{ colorOf, highlight }}
          />
        )
      }
    >
      {(size, markOf) => (
        <Cells {...{ data, leaves, config, size, markOf, whole, colorOf }} highlighted={highlight.key} />
      )}
    </Chart>
  );
}

/** The leaves of an answer with their marks. What does not add up has no shares. */
function treeModel(
  answer: ResultSet,
  invert: boolean,
  reader: Pick<ChartOptions, 'timezone' | 'firstDay' | 'now'>,
) {
  const isNested = answer.columns.filter(({ role }) => role === 'group').length > 1;
  const given = chartData(answer, {
    ...reader,
    maxCategories: isNested ? MOST_PARENTS : MOST_CELLS,
    maxSeries: Math.max(1, answer.numRows),
    invert,
    sums: ['categories', 'series'],
  });
  const { data, leaves } = isNested ? nestedLeaves(given, answer, MOST_CELLS) : flatLeaves(given, answer);
  const whole = leaves.reduce((total, { value }) => total + value, 0);
  const marks = leaves.map((leaf) => {
    const share = data.isAdditive ? leaf.value / whole : null;
    const mark = describe(data, { ...leaf, from: 0, to: leaf.value, share });
    const isWhole = isNested && data.categories[leaf.category]?.key === OTHER;
    return isWhole ? withoutSeries(mark) : mark;
  });
  return { given, data, leaves, whole, marks };
}

/** The mark of all of the second group within what is beyond the limit of the first. */
const withoutSeries = (mark: ChartMark): ChartMark => ({ ...mark, groups: mark.groups.slice(0, 1) });

/** Values below zero have no area, which is said. */
function belowZero(data: ChartData): string[] {
  const count = data.categories.reduce(
    (sum, _, category) =>
      sum + data.series.filter((_each, series) => (data.at(category, series) ?? 0) < 0).length,
    0,
  );
  if (count === 0) return [];
  return [count === 1 ? '1 value below zero has no area' : `${count} values below zero have no area`];
}

function treeOf(leaves: readonly Leaf[]): Node {
  const groups = new Map<number, Leaf[]>();
  for (const leaf of leaves) groups.set(leaf.category, [...(groups.get(leaf.category) ?? []), leaf]);
  return {
    children: [...groups].map(([parent, each]) => ({ parent, children: each.map((leaf) => ({ leaf })) })),
  };
}

interface CellsProps {
  readonly data: ChartData;
  readonly leaves: readonly Leaf[];
  readonly config: TreeConfig;
  readonly size: Size;
  readonly markOf: MarkOf;
  readonly whole: number;
  readonly colorOf: (category: number) => string;
  readonly highlighted: string | null;
}

const HEADER = 20;

function Cells(props: CellsProps): ReactNode {
  const { data, leaves, config, size, markOf } = props;
  const hasHeaders = data.seriesColumn !== undefined && config.labels;
  const root = useMemo(() => {
    const tree = hierarchy<Node>(treeOf(leaves), ({ children }) => children && [...children])
      .sum(({ leaf }) => leaf?.value ?? 0)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    return treemap<Node>()
      .size([size.width, size.height])
      .tile(LAYOUTS[config.layout])
      .paddingTop((node) => (hasHeaders && node.depth === 1 ? HEADER : 0))
      .paddingInner(2)(tree);
  }, [leaves, size.width, size.height, config.layout, hasHeaders]);
  const places = new Map(leaves.map((leaf, index) => [leaf, index]));
  return (
    <svg width={size.width} height={size.height} role="presentation">
      {hasHeaders && root.children?.map((node) => <Header key={node.data.parent} node={node} {...props} />)}
      {root.children?.map((parent) => (
        <g key={parent.data.parent} {...lookOf(parent.data.parent ?? 0, props)}>
          {parent
            .leaves()
            .map(
              ({ x0, x1, y0, y1, data: { leaf } }) =>
                leaf && (
                  <rect
                    key={leaf.series}
                    {...markOf(places.get(leaf) ?? 0)}
                    className={styles.cell}
                    x={x0}
                    y={y0}
                    width={x1 - x0}
                    height={y1 - y0}
                    rx={2}
                  />
                ),
            )}
        </g>
      ))}
      {config.labels && <CellLabels root={root} {...props} />}
    </svg>
  );
}

/** The look that all cells of a parent have in common. */
function lookOf(category: number, { data, colorOf, highlighted }: CellsProps) {
  const isFaded = highlighted !== null && highlighted !== data.categories[category]?.key;
  return {
    fill: tintOf(colorOf(category)),
    opacity: isFaded ? 0.25 : 1,
  };
}

interface LabelsProps extends CellsProps {
  readonly root: HierarchyRectangularNode<Node>;
}

/** The labels over the cells that have room for one. */
function CellLabels({ root, ...props }: LabelsProps): ReactNode {
  return (
    <g className={styles.labels} aria-hidden>
      {root.leaves().map((node) => {
        const { leaf } = node.data;
        if (!leaf || node.y1 - node.y0 <= 20 || node.x1 - node.x0 <= 36) return null;
        return (
          <g key={`${leaf.category}-${leaf.series}`} transform={`translate(${node.x0},${node.y0})`}>
            <CellLabel {...props} cell={node} leaf={leaf} />
          </g>
        );
      })}
    </g>
  );
}

/** The name and the sum of a parent above its cells, in its colour. */
function Header({ node, data, colorOf }: CellsProps & { node: HierarchyRectangularNode<Node> }): ReactNode {
  const category = node.data.parent ?? 0;
  const width = node.x1 - node.x0;
  if (width <= 36 || node.y1 - node.y0 <= HEADER) return null;
  const sum = formatFitting(node.value ?? 0, data.measure?.unit, BESIDE_NAME);
  const name = data.categories[category]?.label ?? '';
  const hasSum = data.isAdditive && (name.length + sum.length + 3) * 7 < width - 18;
  return (
    <g transform={`translate(${node.x0},${node.y0})`} data-header aria-hidden>
      <rect y={5} width={9} height={9} rx={2} fill={colorOf(category)} />
      <text className={styles.value} x={14} y={14} fontWeight={600}>
        {truncate(name, Math.floor((width - 18) / 7))}
      </text>
      {hasSum && (
        <text x={width - 4} y={14} textAnchor="end">
          {sum}
        </text>
      )}
    </g>
  );
}

/** The change of a cell while two periods are compared, in words and in its colour. */
function changeOfCell({ category, series, value }: Leaf, data: ChartData, config: TreeConfig) {
  const before = data.before(category, series);
  if (before === undefined) return null;
  const words = changeInWords(value, before, config, data.measure?.unit);
  const color = changeColorOf(changeOf(value, before).delta, config) ?? 'var(--cn-text)';
  const earlier = before !== null && config.showChangeValues;
  return {
    words: earlier ? `${words} from ${formatFitting(before, data.measure?.unit, BESIDE_NAME)}` : words,
    color,
  };
}

interface LabelProps extends Pick<CellsProps, 'data' | 'config' | 'whole'> {
  readonly cell: HierarchyRectangularNode<Node>;
  readonly leaf: Leaf;
}

/** Labels a cell where the text can be read: taller than 20 and wider than 36 pixels (X§9). */
function CellLabel({ cell, leaf, data, config, whole }: LabelProps): ReactNode {
  const [width, height] = [cell.x1 - cell.x0, cell.y1 - cell.y0];
  const name = (data.seriesColumn ? data.series[leaf.series] : data.categories[leaf.category])?.label ?? '';
  const characters = Math.floor((width - 10) / 7);
  const value = formatFitting(leaf.value, data.measure?.unit, characters);
  // What is in several groups has no share of their sum.
  const share = data.isAdditive ? `${formatDecimals((leaf.value / whole) * 100, 1)}%` : value;
  const second = { 'name-value': value, 'name-percentage': share }[config.labelType as string];
  const first = config.labelType === 'value' ? value : config.labelType === 'percentage' ? share : name;
  const change = changeOfCell(leaf, data, config);
  const hasSecond = second !== undefined && height > 36;
  return (
    <text className={styles.value} x={6} y={16}>
      {truncate(first, characters)}
      {hasSecond && (
        <tspan x={6} dy={15} style={{ fill: 'var(--cn-text-muted)' }}>
          {truncate(second, characters)}
        </tspan>
      )}
      {change && height > (hasSecond ? 52 : 36) && (
        <tspan x={6} dy={15} style={{ fill: change.color }} data-change>
          {truncate(change.words, characters)}
        </tspan>
      )}
    </text>
  );
}
