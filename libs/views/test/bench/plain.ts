import { barY, cell, plot, text } from '@observablehq/plot';
import { group, hierarchy, select, treemap } from 'd3';
import type { PictureCell, Picture } from './pictures.ts';

const SIZE = { width: 1_160, height: 640 };
const LEAST_LABEL = 36;

/** The same values drawn with Plot, or d3 for a treemap, and nothing around them: no hit areas, no keyboard, no words. */
export function drawPlain(host: HTMLElement, { view, cells }: Picture): void {
  host.replaceChildren(
    view === 'treeMap' ? cellsOf(cells) : view === 'heatMap' ? tilesOf(cells) : barsOf(cells),
  );
}

const barsOf = (cells: readonly PictureCell[]) =>
  plot({
    ...SIZE,
    x: { type: 'band', ticks: [] },
    color: { type: 'categorical' },
    marks: [barY(cells, { x: 'first', y: 'value', fill: 'second' })],
  });

const tilesOf = (cells: readonly PictureCell[]) =>
  plot({
    ...SIZE,
    marginLeft: 80,
    color: { scheme: 'purples' },
    marks: [
      cell(cells, { x: 'first', y: 'second', fill: 'value', inset: 0.5 }),
      text(cells, { x: 'first', y: 'second', text: 'value' }),
    ],
  });

interface Node {
  readonly name: string;
  readonly value?: number;
  readonly children?: readonly Node[];
}

function cellsOf(cells: readonly PictureCell[]): SVGSVGElement {
  const groups = group(cells, ({ first }) => first);
  const children = [...groups].map(([name, each]): Node => ({
    name,
    children: each.map(({ second, value }) => ({ name: second, value })),
  }));
  const root = hierarchy<Node>({ name: '', children }, (node) => node.children && [...node.children])
    .sum(({ value }) => value ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<Node>().size([SIZE.width, SIZE.height]).paddingInner(2)(root);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const leaf = select(svg)
    .attr('width', SIZE.width)
    .attr('height', SIZE.height)
    .selectAll('g')
    .data(laid.leaves())
    .join('g')
    .attr('transform', ({ x0, y0 }) => `translate(${x0},${y0})`);
  leaf
    .append('rect')
    .attr('width', ({ x0, x1 }) => x1 - x0)
    .attr('height', ({ y0, y1 }) => y1 - y0)
    .attr('fill', 'lavender');
  leaf
    .filter(({ x0, x1 }) => x1 - x0 > LEAST_LABEL)
    .append('text')
    .attr('x', 4)
    .attr('y', 14)
    .text(({ data }) => data.name);
  return svg;
}
