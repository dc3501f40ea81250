import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../../../test/show.tsx';
import { BurndownPicture } from './burndown-picture.tsx';

afterEach(clear);

const day = (number: number) => Date.UTC(2026, 10, number, 12);
const DAYS = [
  { at: day(2), scope: 12, remaining: 12 },
  { at: day(3), scope: 12, remaining: 8 },
  { at: day(4), scope: 8, remaining: 4 },
];

/** The corners of the drawn lines, each as x and y in pixels: even pace, scope, remaining. */
const corners = () =>
  [...document.querySelectorAll('[data-plot] [aria-label=line] path')].map((path) =>
    [...(path.getAttribute('d') ?? '').matchAll(/[-\d.]+/g)].map(([number]) => Number(number)),
  );

it('lets the line of a sprint step down by what was completed, and says the day', async () => {
  show(
    <div style={{ width: 600 }}>
      <BurndownPicture days={DAYS} start={day(2)} end={day(6)} label="Burndown" unit="points" />
    </div>,
  );
  await expect.element(page.getByRole('img', { name: 'Nov 2, 2026: Left 12' })).toBeInTheDocument();
  const [pace = [], scope = [], remaining = []] = corners();
  const [top = 0, bottom = 0] = [pace[1], pace[3]];
  const yOf = (value: number) => top + ((bottom - top) * (12 - value)) / 12;
  const heights = (drawn: readonly number[]) => [...new Set(drawn.filter((_, at) => at % 2 === 1))];
  expect(heights(remaining)).toEqual([12, 8, 4].map((value) => expect.closeTo(yOf(value), 1)));
  expect(heights(scope)).toEqual([12, 8].map((value) => expect.closeTo(yOf(value), 1)));
  await userEvent.hover(page.getByRole('img', { name: 'Nov 4, 2026: Left 4' }));
  await expect.element(page.getByText('Even pace')).toBeVisible();
  expect(document.querySelector('[data-tip]')?.textContent).toContain('Left4');
  expect(document.querySelector('[data-tip]')?.textContent).toContain('Even pace6');
});
