import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw, frame, known, sampleNamed, viewUnderTest } from '../test/drawn-view.tsx';
import { sampleAnswer } from '../test/samples.ts';

viewUnderTest();

describe('an answer about two periods', () => {
  const sample = sampleNamed('by person, twelve rows');
  const [person, count] = sample.answer.columns;
  if (!person || !count) throw new Error('the sample has a group and a measure');
  const before = { ...count, key: `comparison(${count.key})`, label: 'Commits, compared' };
  const columns = [
    person,
    { ...count, period: 'current' as const },
    { ...before, period: 'comparison' as const },
  ];
  const rows = [
    [12, 8],
    [3, 6],
    [5, 5],
    [4, 0],
    [2, null],
  ].map(([now, then], at) => ({ [person.key]: `P${at}`, [count.key]: now, [before.key]: then }));

  it('says how much each figure changed, and what is new or cannot be told', async () => {
    draw(known('unifiedTable'), { ...sample, answer: sampleAnswer(columns, rows) });
    await expect.element(page.getByRole('columnheader', { name: 'Change' })).toBeVisible();
    const drawn = [...frame.querySelectorAll('[role=row]:not(:has([role=columnheader]))')];
    const changes = drawn.map((row) => row.lastElementChild?.textContent);
    expect(changes).toEqual(['+50.00%', '-50.00%', '0.00%', 'new', 'n/a']);
    const turns = [...frame.querySelectorAll('[data-change] svg')].map(
      (each) => (each as SVGElement).style.transform,
    );
    expect(turns).toEqual(['rotate(-45deg)', 'rotate(45deg)', 'rotate(0deg)', 'rotate(-45deg)']);
  });

  const drawnNow = () => [...frame.querySelectorAll('[data-plot] [aria-label=bar]')];
  const lengthsOf = (group: Element | undefined, side: 'width' | 'height') =>
    [...(group?.children ?? [])].map((bar) => bar.getBoundingClientRect()[side]);

  it.each([
    [false, 'width'],
    [true, 'height'],
  ] as const)(
    'has the earlier bars behind those of now, as long as what they were',
    async (vertical, side) => {
      draw(
        known('barChart'),
        { ...sample, answer: sampleAnswer(columns, rows) },
        { vertical, minSegmentSize: 0 },
      );
      await expect.poll(drawnNow).not.toHaveLength(0);
      const [earlier, now] = drawnNow().map((group) => lengthsOf(group, side));
      const unit = (now?.[0] ?? 0) / 12;
      expect(unit).toBeGreaterThan(5);
      expect(now?.map((length) => Math.round(length / unit))).toEqual([12, 3, 5, 4, 2]);
      expect(earlier?.map((length) => Math.round(length / unit))).toEqual([8, 6, 5, 0]);
    },
  );

  it('has a second line for the compared period, and says which dates it is of', async () => {
    const answer = sampleAnswer(columns, rows);
    const compared = { start: '2026-05-25T22:00:00Z', end: '2026-08-23T22:00:00Z' };
    const meta = { ...answer.meta, compared };
    draw(known('barChart'), { ...sample, answer: { ...answer, meta } }, { displayType: 'lines' });
    await expect.element(page.getByText('before: May 26, 2026 – Aug 23, 2026')).toBeVisible();
    const dashed = frame.querySelectorAll('[data-plot] [aria-label=line][stroke-dasharray="4 3"] path');
    expect(dashed).toHaveLength(1);
  });

  it('is told by each figure of a metric', async () => {
    draw(known('metric'), { ...sample, answer: sampleAnswer(columns, rows) });
    await expect.element(page.getByText('+50.00%')).toBeVisible();
    const said = [...frame.querySelectorAll('[data-change]')].map((each) => each.parentElement?.textContent);
    expect(said).toEqual(['+50.00%from 8', '-50.00%from 6', '0.00%from 5', 'newfrom 0']);
  });

  it('is told by a chart of it too', async () => {
    draw(known('barChart'), { ...sample, answer: sampleAnswer(columns, rows) });
    await expect
      .element(page.getByRole('button', { name: 'P0 12 (before: 8, +50.00%)' }))
      .toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'P4 2 (before: -, n/a)' })).toBeInTheDocument();
  });

  it('is sorted by change through a formula of the change, which has no column of its own', async () => {
    const table = known('unifiedTable');
    const sortBy = `change(${count.key})`;
    const asked = { ...sample.query, compareWith: { method: 'tuple' as const } };
    const { order, formulas } = table.request(asked, table.config.parse({ sortBy }));
    expect(order).toEqual([{ by: sortBy, direction: 'ascending' }]);
    expect(formulas).toEqual([{ name: sortBy, formula: ['percentChange', count.key] }]);
    const formula = { key: sortBy, label: sortBy, type: 'number' as const, role: 'formula' as const };
    const answer = sampleAnswer([...columns, formula], rows);
    draw(table, { ...sample, answer }, { sortBy });
    const header = page.getByRole('columnheader', { name: 'Change' });
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    expect(frame.querySelectorAll('[role=columnheader]')).toHaveLength(4);
    // Without a compared period there is no change to sort by.
    expect(table.request(sample.query, table.config.parse({ sortBy })).order).not.toEqual(order);
  });

  it('is shown as a figure, in colour and without the earlier values where that is set', async () => {
    const look = { showChangeAs: 'value', changeColor: 'red-green', showChangeValues: false };
    draw(known('unifiedTable'), { ...sample, answer: sampleAnswer(columns, rows) }, look);
    await expect.element(page.getByRole('columnheader', { name: 'Change' })).toBeVisible();
    expect(frame.querySelectorAll('[role=columnheader]')).toHaveLength(3);
    const cells = [...frame.querySelectorAll<HTMLElement>('[data-change]')];
    expect(cells.map((each) => each.textContent)).toEqual(['+4', '-3', '0', '+4']);
    const colors = cells.map((each) => each.style.color);
    expect(colors).toEqual(['var(--cn-bad)', 'var(--cn-good)', '', 'var(--cn-bad)']);
  });

  it('colours the tiles of a heat map by their change, the other way round where that is set', async () => {
    const fills = () =>
      [...frame.querySelectorAll('[data-plot] [aria-label=cell] > *')].map((each) =>
        each.getAttribute('fill'),
      );
    const heat = { ...sample, answer: sampleAnswer(columns, rows) };
    draw(known('heatMap'), heat);
    await expect.poll(() => fills().length).toBe(5);
    const plain = fills();
    expect(plain[0]).toContain('--cn-good');
    expect(plain[1]).toContain('--cn-bad');
    expect(frame.querySelector('[data-plot]')?.textContent).toContain('+50.00%');
    draw(known('heatMap'), heat, { invertComparisonColors: true });
    await expect.poll(() => fills()[0]).toContain('--cn-bad');
  });

  it('is said in the cells of a treemap', async () => {
    draw(known('treeMap'), { ...sample, answer: sampleAnswer(columns, rows) });
    await expect.poll(() => frame.querySelectorAll('[data-change]').length).toBeGreaterThan(1);
    const said = [...frame.querySelectorAll('[data-change]')].map((each) => each.textContent);
    expect(said).toContain('+50.00% from 8');
  });
});
