import { Query } from '@cairn/query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chosen, draw, frame, known, sampleNamed, viewUnderTest } from '../../test/drawn-view.tsx';
import { sampleAnswer } from '../../test/samples.ts';

viewUnderTest();

const columns = [
  { key: 'uuid', label: 'Id', type: 'string', role: 'id' },
  { key: 'Release.name', label: 'Name', type: 'string', role: 'attribute' },
  { key: 'Release.publishedAt', label: 'Published at', type: 'datetime', role: 'attribute' },
] as const;
// The samples have weeks from the first of June in Berlin on; this is the middle of the third.
const rows = [
  { uuid: 'one', 'Release.name': 'v1.0', 'Release.publishedAt': '2026-06-18T10:00:00Z' },
  { uuid: 'two', 'Release.name': 'v2.0', 'Release.publishedAt': '2026-07-16T10:00:00Z' },
];
const further = { releases: sampleAnswer(columns, rows) };

it.each([
  ['barChart', { displayType: 'lines' }, 'per week, twelve rows'],
  ['barChart', { vertical: true }, 'per week, twelve rows'],
  ['overTime', {}, 'a time series, twelve rows'],
])(
  'marks releases on the time axis of %s %o, each at its moment, and opens them',
  async (id, config, name) => {
    draw(known(id), sampleNamed(name), { ...config, releases: true }, further);
    const first = page.getByRole('button', { name: 'release: v1.0' });
    await expect.element(first).toBeVisible();
    const middleOf = (element: Element | null) => {
      const box = element?.getBoundingClientRect();
      return (box?.left ?? 0) + (box?.width ?? 0) / 2;
    };
    const columnAt = (index: number) => middleOf(frame.querySelector(`[data-column="${index}"]`));
    const at = middleOf(first.element());
    const half = (columnAt(3) - columnAt(2)) / 2;
    // A bar stands for its whole week; a point of a line is the start of it.
    expect(at).toBeGreaterThan(columnAt(2) - half);
    expect(at).toBeLessThan(columnAt(3));
    await userEvent.click(first.element().querySelector('rect') as SVGElement);
    expect(chosen.at(-1)).toMatchObject({ uuid: 'one' });
    (first.element() as SVGElement).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(chosen.at(-1)).toMatchObject({ uuid: 'two', siblings: ['two'] });
    expect(frame.querySelector('[data-tip]')?.textContent).toContain('v2.0');
  },
);

const middleOf = (element: Element | null | undefined) => {
  const box = element?.getBoundingClientRect();
  return { x: (box?.left ?? 0) + (box?.width ?? 0) / 2, y: (box?.top ?? 0) + (box?.height ?? 0) / 2, box };
};

/** Opens the first release and goes on to the next by key. */
async function openBoth(): Promise<void> {
  const first = page.getByRole('button', { name: 'release: v1.0' });
  await expect.element(first).toBeVisible();
  await userEvent.click(first.element().querySelector('rect') as SVGElement);
  expect(chosen.at(-1)).toMatchObject({ uuid: 'one' });
  (first.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(chosen.at(-1)).toMatchObject({ uuid: 'two', siblings: ['two'] });
}

it('marks releases in the tiles of their days on a calendar, and opens them', async () => {
  const { query, answer } = sampleNamed('a time series, one row');
  const [time, , count] = answer.columns.map(({ key }) => key);
  const days = Array.from({ length: 60 }, (_, day) => ({
    [time ?? '']: new Date(Date.UTC(2026, 5, day, 22)).toISOString(),
    [count ?? '']: day + 1,
  }));
  const of = answer.columns.filter(({ key }) => key !== 'series');
  const sample = { name: '', query, answer: sampleAnswer(of, days, 'days') };
  draw(known('calendar'), sample, { releases: true }, further);
  await openBoth();
  const { x, y } = middleOf(frame.querySelector('[data-event="0"] path'));
  // June 18 is the eighteenth day.
  const { box } = middleOf(frame.querySelector('[data-mark="17"]'));
  expect(x > (box?.left ?? 0) && x < (box?.right ?? 0)).toBe(true);
  expect(y > (box?.top ?? 0) && y < (box?.bottom ?? 0)).toBe(true);
});

it('marks releases between the dots of a scatter, and opens them', async () => {
  const { query, answer } = sampleNamed('entities, twelve rows');
  const measured = { target: 'Commit', attribute: 'additions', reducer: 'median' as const };
  const sample = { name: '', query: { ...query, aggregations: [measured] }, answer };
  draw(known('scatter'), sample, { releases: true }, further);
  await openBoth();
  const at = (mark: number) => middleOf(frame.querySelector(`[data-mark="${mark}"]`)).x;
  const { x } = middleOf(frame.querySelector('[data-event="0"] path'));
  // The dots lie a week apart; the release is three and a half days after the third.
  expect((x - at(2)) / (at(3) - at(2))).toBeCloseTo(0.5, 1);
});

it('marks releases on a cumulative flow, and opens them though its marks lead to issues', async () => {
  const keys = ['TimeInStatus.category', 'week(TimeInStatus.enteredAt)', 'week(TimeInStatus.leftAt)'];
  const of = [
    ...keys.map((key, at) => ({ key, label: key, type: at ? 'datetime' : 'string', role: 'group' }) as const),
    { key: 'count', label: 'Issues', type: 'number', role: 'measure', reducer: 'count' } as const,
  ];
  const stays = ['2026-06-01', '2026-06-22'].map((day) => ({
    [keys[0] ?? '']: 'todo',
    [keys[1] ?? '']: `${day}T00:00:00+02:00`,
    count: 3,
  }));
  const query = Query.parse({
    orgId: 'acme',
    select: ['Issue'],
    startDate: '2026-06-01',
    endDate: '2026-08-31',
  });
  const sample = { name: '', query, answer: sampleAnswer(of, stays) };
  draw(known('cumulativeFlow'), sample, { releases: true, unit: 'week' }, further);
  await openBoth();
});
