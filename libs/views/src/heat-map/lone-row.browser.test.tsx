import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { expect, it } from 'vitest';
import { draw, frame, known, viewUnderTest } from '../../test/drawn-view.tsx';
import { sampleAnswer } from '../../test/samples.ts';

viewUnderTest();

const REPOSITORY: Column = { key: 'r', label: 'Repository', type: 'string', role: 'group' };
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };

it('a lone row of a heat map stands in the middle of its card', async () => {
  const rows = ['atlas', 'cairn', 'harbour'].map((r, at) => ({ r, n: at + 1 }));
  const query = Query.parse({ select: ['Commit'], groupBys: [{ target: 'Repository', attribute: 'name' }] });
  frame.style.height = '800px';
  draw(known('heatMap'), { name: '', query, answer: sampleAnswer([REPOSITORY, COUNT], rows) });
  await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBe(3);
  const tile = frame.querySelector('[data-mark]')?.getBoundingClientRect();
  const plot = frame.querySelector('[data-plot]')?.getBoundingClientRect();
  if (!tile || !plot) throw new Error('nothing is drawn');
  const [above, beneath] = [tile.top - plot.top, plot.bottom - tile.bottom];
  expect(above).toBeGreaterThan(100);
  // The names of the columns stand beneath it.
  expect(Math.abs(beneath - above)).toBeLessThan(40);
});
