import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, frame, known, viewUnderTest } from '../test/drawn-view.tsx';
import { REPOSITORY, STATUS } from '../test/sample-columns.ts';
import { sampleAnswer } from '../test/samples.ts';

viewUnderTest();

const TIME: Column = {
  key: 'median(PullRequest.cycleTime)',
  label: 'Median cycle time',
  type: 'number',
  role: 'measure',
  reducer: 'median',
  unit: 'second',
};
const COUNT: Column = { key: 'n', label: 'Pull requests', type: 'number', role: 'measure', reducer: 'count' };
const query = (groups: number, aggregations: object[] = []) =>
  Query.parse({
    orgId: 'acme',
    select: ['PullRequest'],
    groupBys: [
      { target: 'Repository', attribute: 'name' },
      { target: 'PullRequest', attribute: 'status' },
    ].slice(0, groups),
    aggregations,
  });
const MEDIAN = { target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' };
const tip = () => frame.querySelector('[data-tip]');
const pointAt = async (name: string | RegExp) => {
  const mark = page.getByRole('button', { name });
  await expect.element(mark).toBeInTheDocument();
  await userEvent.hover(mark.element(), { position: { x: 3, y: 3 } });
  await expect.poll(tip).not.toBeNull();
};

describe('the tooltip of a mark', () => {
  it('says what it means that a category has no name', async () => {
    const rows = [
      { r: 'atlas', n: 3 },
      { r: null, n: 1_008 },
    ];
    draw(known('barChart'), { name: '', query: query(1), answer: sampleAnswer([REPOSITORY, COUNT], rows) });
    await pointAt('n/a 1,008');
    expect(tip()?.textContent).toContain('No value for repository');
  });

  it('says how many values a median was computed from, and where it lies among all', async () => {
    const rows = [
      { r: 'atlas', [TIME.key]: 3_600 },
      { r: 'cairn', [TIME.key]: 7_200 },
      { r: 'harbour', [TIME.key]: 10_800 },
    ];
    const sizes = { ...COUNT, key: 'count(PullRequest.cycleTime)' };
    const samples = sampleAnswer(
      [REPOSITORY, sizes],
      [
        { r: 'cairn', [sizes.key]: 1_204 },
        { r: 'atlas', [sizes.key]: 3 },
      ],
    );
    const sample = { name: '', query: query(1, [MEDIAN]), answer: sampleAnswer([REPOSITORY, TIME], rows) };
    draw(known('barChart'), sample, {}, { samples });
    await pointAt('cairn 2h');
    expect(tip()?.textContent).toContain('computed from1,204');
    const range = frame.querySelector('[data-range]');
    expect(range?.textContent).toBe('1h3h');
    expect(frame.querySelector<HTMLElement>('[data-range] u > u')?.style.left).toBe('50%');
  });

  it('has a bar for each of the five largest parts of a whole, as long as their share', async () => {
    const statuses = ['a', 'b', 'c', 'd', 'e', 'f'];
    const rows = statuses.map((s, at) => ({ r: 'atlas', s, n: 10 * (at + 1) }));
    const sample = { name: '', query: query(2), answer: sampleAnswer([REPOSITORY, STATUS, COUNT], rows) };
    draw(known('barChart'), sample);
    await pointAt(/^atlas f: 60/);
    const bars = [...frame.querySelectorAll<HTMLElement>('[data-share] > u')].map((bar) => bar.style.width);
    expect(bars).toHaveLength(5);
    const starts = [...frame.querySelectorAll('[data-share]')].map((bar) => bar.getBoundingClientRect().left);
    expect(new Set(starts).size).toBe(1);
    expect(bars).toContain('28.6%');
    expect(bars).not.toContain('4.8%');
  });

  it('says the path of a cell of two groups', async () => {
    const rows = [
      { r: 'atlas', s: 'open', n: 5 },
      { r: 'cairn', s: 'merged', n: 7 },
    ];
    const sample = { name: '', query: query(2), answer: sampleAnswer([REPOSITORY, STATUS, COUNT], rows) };
    draw(known('treeMap'), sample);
    await pointAt(/^cairn merged/);
    expect(frame.querySelector('[data-path]')?.textContent).toBe('Repository › Status');
  });

  it('tells the whole path of a file, of which the legend keeps the end', async () => {
    const paths = ['bar', 'tree-map'].map(
      (each) => `libs/views/src/drawing-of-pictures/${each}/definition.ts`,
    );
    const rows = paths.flatMap((s, at) => ['atlas', 'cairn'].map((r) => ({ r, s, n: at + 5 })));
    draw(known('barChart'), {
      name: '',
      query: query(2),
      answer: sampleAnswer([REPOSITORY, STATUS, COUNT], rows),
    });
    const names = () =>
      [...frame.querySelectorAll('[aria-label="Legend"] button > [aria-hidden][title]')].map(
        ({ textContent }) => textContent,
      );
    await expect.poll(names).toEqual(['libs/view…-map/definition.ts', 'libs/view…/bar/definition.ts']);
    const legend = page.getByRole('group', { name: 'Legend' });
    for (const path of paths) await expect.element(legend.getByRole('button', { name: path })).toBeVisible();
    await pointAt(/^atlas libs.*bar/);
    const tip = frame.querySelector<HTMLElement>('[data-tip]');
    for (const path of paths) expect(tip?.textContent).toContain(path);
    expect(tip?.scrollWidth).toBeLessThanOrEqual(tip?.clientWidth ?? 0);
  });

  it('says how a formula computes', async () => {
    const ratio: Column = {
      key: 'Failed',
      label: 'Failed',
      type: 'number',
      role: 'formula',
      unit: 'fraction',
    };
    const rows = [
      { r: 'atlas', n: 10, Failed: 0.05 },
      { r: 'cairn', n: 20, Failed: 0.1 },
    ];
    const formulas = [{ name: 'Failed', formula: ['ratio', 'a', 'b'] }];
    const asked = { ...query(1), formulas };
    draw(known('barChart'), {
      name: '',
      query: asked,
      answer: sampleAnswer([REPOSITORY, COUNT, ratio], rows),
    });
    await pointAt('cairn Failed: 10%');
    expect(frame.querySelector('[data-formula]')?.textContent).toBe('Ratio(a, b)');
  });

  it('shows the entities behind a mark that is pointed at for a while, each with its state', async () => {
    const rows = [
      { r: 'atlas', n: 5 },
      { r: 'cairn', n: 7 },
    ];
    const asked: unknown[] = [];
    const peek = (selection: object) => {
      asked.push(selection);
      const states = ['open', 'closed', 'draft'] as const;
      return Promise.resolve({ shown: states.map((state) => ({ uuid: state, state })), total: 7 });
    };
    const sample = { name: '', query: query(1), answer: sampleAnswer([REPOSITORY, COUNT], rows) };
    draw(known('barChart'), sample, {}, {}, peek);
    await pointAt('cairn 7');
    await expect.poll(() => frame.querySelectorAll('[data-entities] [data-state]').length).toBe(3);
    expect(frame.querySelector('[data-entities]')?.textContent).toBe('1 open, 1 closed, 1 draft, and 4 more');
    expect(asked).toEqual([{ groups: [{ column: REPOSITORY, value: 'cairn' }] }]);
  });
});
