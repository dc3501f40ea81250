import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, frame, known, sampleNamed, viewUnderTest } from '../test/drawn-view.tsx';
import { sampleAnswer } from '../test/samples.ts';

viewUnderTest();

describe('a legend', () => {
  const sample = sampleNamed('per week and person, twelve rows');
  const faded = () => frame.querySelectorAll('[data-plot] [fill-opacity="0.2"]').length;

  it('shows in front what is pointed at, keeps what is chosen, and lets go with the cross', async () => {
    draw(known('barChart'), sample);
    const item = page.getByRole('group', { name: 'Legend' }).getByRole('button').first();
    await item.hover();
    await expect.poll(faded).toBeGreaterThan(0);
    await item.click();
    await item.unhover();
    await expect.poll(faded).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Let go of/ }).click();
    await userEvent.hover(document.body, { position: { x: 950, y: 500 } });
    await expect.poll(faded).toBe(0);
    expect(document.activeElement).toBe(item.element());
  });

  const shownValues = () =>
    [...frame.querySelectorAll('[aria-label="Legend"] button small')].map(({ textContent }) => textContent);

  it('says what each name adds up to, and nothing of what does not add up', async () => {
    const { answer } = sample;
    const [person, count] = ['Person.name', 'count(Commit.uuid)'];
    const sums = new Map<unknown, number>();
    for (let row = 0; row < answer.numRows; row += 1) {
      const name = answer.get(person, row);
      sums.set(name, (sums.get(name) ?? 0) + Number(answer.get(count, row)));
    }
    draw(known('barChart'), sample);
    await expect
      .poll(() =>
        shownValues()
          .map(Number)
          .toSorted((one, other) => one - other),
      )
      .toEqual([...sums.values()].toSorted((one, other) => one - other));
    const averages = answer.columns.map((column) =>
      column.role === 'measure' ? { ...column, reducer: 'avg' } : column,
    );
    const rows = Array.from({ length: answer.numRows }, (_, row) =>
      Object.fromEntries(answer.columns.map(({ key }) => [key, answer.get(key, row)])),
    );
    draw(known('barChart'), { ...sample, answer: sampleAnswer(averages, rows) });
    await expect.poll(shownValues).toEqual([]);
  });

  it('says how many names there are while some of them are out of sight', async () => {
    draw(known('barChart'), sample);
    await expect.element(page.getByRole('group', { name: 'Legend' })).toBeVisible();
    expect(page.getByText(/^\d+ in all$/).query()).toBeNull();
    frame.style.cssText = 'width:160px;height:420px';
    await expect.element(page.getByText('5 in all')).toBeVisible();
  });

  it('lets go when something else is asked', async () => {
    draw(known('barChart'), sample);
    await page.getByRole('group', { name: 'Legend' }).getByRole('button').first().click();
    await userEvent.hover(document.body, { position: { x: 950, y: 500 } });
    await expect.poll(faded).toBeGreaterThan(0);
    draw(known('barChart'), { ...sample, query: { ...sample.query, pageSize: 50 } });
    expect(faded()).toBeGreaterThan(0);
    draw(known('barChart'), { ...sample, query: { ...sample.query, search: 'fix' } });
    await expect.poll(faded).toBe(0);
  });
});

describe('a legend of its own', () => {
  it('has the share of each value, and a colour that no other has', async () => {
    draw(known('legend'), sampleNamed('by person, twelve rows'));
    await expect.element(page.getByRole('button', { name: /^Ada 1 1 / })).toBeVisible();
    const shares = [...frame.querySelectorAll('small')].map((each) =>
      Number.parseFloat(each.textContent ?? ''),
    );
    expect(shares).toHaveLength(12);
    expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(100, 0);
    const colors = [...frame.querySelectorAll<HTMLElement>('li i')].map((each) => each.style.background);
    expect(new Set(colors).size).toBe(12);
  });
});
