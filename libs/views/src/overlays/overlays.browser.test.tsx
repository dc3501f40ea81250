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
