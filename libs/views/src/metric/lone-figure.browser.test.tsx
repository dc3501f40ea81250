import { type Column, STANDARD_VIEWS } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { expect, it } from 'vitest';
import { draw, frame, known, viewUnderTest } from '../../test/drawn-view.tsx';
import { sampleAnswer } from '../../test/samples.ts';

viewUnderTest();

const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };

it('a lone figure stands in the middle of its page', async () => {
  const query = Query.parse({ select: ['Commit'] });
  frame.style.height = '600px';
  draw(known(STANDARD_VIEWS.metric), { name: '', query, answer: sampleAnswer([COUNT], [{ n: 1_388 }]) });
  await expect.poll(() => frame.querySelector('b')?.textContent).toBe('1,388');
  // The letters themselves: their box may be as wide as the page.
  const letters = document.createRange();
  letters.selectNodeContents(frame.querySelector('b') ?? frame);
  const figure = letters.getBoundingClientRect();
  const page = frame.getBoundingClientRect();
  expect(Math.abs(figure.left - page.left - (page.right - figure.right))).toBeLessThan(4);
  expect(figure.top - page.top).toBeGreaterThan(200);
  expect(page.bottom - figure.bottom).toBeGreaterThan(200);
});
