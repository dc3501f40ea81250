import { schemeSet1 } from 'd3';
import { expect, it } from 'vitest';
import { draw, frame, known, sampleNamed, viewUnderTest } from '../../test/drawn-view.tsx';
import { rampOfColors } from './color-style.ts';

viewUnderTest();

/** A colour as the browser writes it. */
function written(color: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = color;
  const said = getComputedStyle(probe).color;
  probe.remove();
  return said;
}

const fillsOf = (mark: string) => [
  ...new Set(
    [...frame.querySelectorAll(`[data-plot] [aria-label=${mark}] > *`)].map(
      (each) => getComputedStyle(each).fill,
    ),
  ),
];

it.each(['barChart', 'overTime'])('%s has its series in the colours of a palette', async (id) => {
  const name = id === 'overTime' ? 'a time series, twelve rows' : 'per week and person, twelve rows';
  draw(known(id), sampleNamed(name), { vertical: true, theme: 'set1' });
  const set1 = new Set(schemeSet1.map(written));
  const isOfSet = (fill: string) => set1.has(fill) || fill.startsWith('url') || fill === 'none';
  await expect.poll(() => fillsOf('bar').filter((fill) => set1.has(fill)).length).toBeGreaterThan(2);
  expect(fillsOf('bar').filter((fill) => !isOfSet(fill))).toEqual([]);
});

it('a heat map has its shades in those of a theme, from the quiet end to the strong one', async () => {
  const sample = sampleNamed('per week and person, twelve rows');
  draw(known('heatMap'), sample, { theme: 'forest' });
  const forest = new Set(rampOfColors('forest', 'light', 'shades').map(written));
  await expect.poll(() => fillsOf('cell').filter((fill) => forest.has(fill)).length).toBeGreaterThan(2);
  const before = fillsOf('cell');
  draw(known('heatMap'), sample, { theme: 'no such theme' });
  await expect.poll(() => fillsOf('cell')).not.toEqual(before);
});
