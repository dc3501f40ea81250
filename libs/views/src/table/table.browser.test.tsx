import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { drag, laidOut } from '@cairn/ui/drag';
import axe from 'axe-core';
import { useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DrawnView } from '../drawn-view.tsx';
import type { FurtherAnswers, ViewConfig } from '../view.ts';
import { table } from './definition.ts';
import { sampleAnswer } from '../../test/samples.ts';

const group = (key: string): Column => ({ key, label: key, type: 'string', role: 'group', attribute: key });
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };
const TIME: Column = { ...COUNT, key: 'time', label: 'Cycle time', reducer: 'median', unit: 'second' };
const LONG =
  'a name that is much too long for the width of its column, so that it takes a second line or a third';
const rows = [
  { repo: 'search', status: 'Merged', n: 12, time: 5_400 },
  { repo: LONG, status: 'Open', n: 3, time: 60 },
];
const answer = sampleAnswer([group('repo'), group('status'), COUNT, TIME], rows);
const query = Query.parse({ select: ['Commit'], groupBys: ['Repository.repo', 'Repository.status'] });

let root: Root;
let stored: ViewConfig;
let shown = 0;
const rooms: number[] = [];

function Kept({
  config,
  further,
}: {
  readonly config: ViewConfig;
  readonly further: FurtherAnswers;
}): ReactNode {
  const [kept, setKept] = useState(config);
  return (
    <DrawnView
      view={table}
      {...{ answer, query, further }}
      config={table.config.parse(kept)}
      label="Commits"
      timezone="UTC"
      now={0}
      onRoom={(room) => rooms.push(room)}
      onSelect={() => undefined}
      onConfigChange={(next) => {
        stored = next;
        setKept(next);
      }}
    />
  );
}

beforeEach(() => {
  stored = {};
  const frame = document.body.appendChild(document.createElement('main'));
  frame.style.cssText = 'width:900px;height:420px';
  root = createRoot(frame);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});
const show = (config: ViewConfig = {}, further: FurtherAnswers = {}) => {
  shown += 1;
  root.render(
    <UiProvider colorScheme="light">
      <Kept key={shown} config={config} further={further} />
    </UiProvider>,
  );
};
const headers = () => [...document.querySelectorAll('[role=columnheader]')].map((each) => each.textContent);
const header = (name: string) => page.getByRole('columnheader', { name }).element() as HTMLElement;

describe('the columns of a table', () => {
  it('keep the width that a reader gave them, once it rests', async () => {
    show();
    await expect.element(page.getByRole('separator', { name: 'Width of repo' })).toBeInTheDocument();
    (page.getByRole('separator', { name: 'Width of repo' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    const width = header('repo').offsetWidth;
    await expect.poll(() => stored['widths']).toEqual({ repo: width });
    show({ widths: { repo: 90 } });
    await expect.poll(() => header('repo').offsetWidth).toBe(90);
  });

  it('move with Alt and the arrows, keep the focus, and stay where they were put', async () => {
    show();
    await expect.poll(headers).toEqual(['repo', 'status', 'Commits', 'Cycle time']);
    (page.getByRole('button', { name: 'status', exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.poll(headers).toEqual(['status', 'repo', 'Commits', 'Cycle time']);
    expect(stored['columns']).toEqual(['status', 'repo', 'n', 'time']);
    expect(document.activeElement?.textContent).toBe('status');
    await expect.element(page.getByText('status is column 1 of 4')).toBeInTheDocument();
  });

  it('move when they are dragged onto another', async () => {
    show();
    await expect.poll(headers).toHaveLength(4);
    // What drags is loaded when the pointer comes near.
    await page.getByRole('columnheader', { name: 'repo' }).hover();
    await expect.element(page.getByRole('button', { name: 'Move Commits' })).toBeInTheDocument();
    await drag(page.getByRole('button', { name: 'Commits', exact: true }).element(), header('repo'));
    await expect.poll(headers).toEqual(['Commits', 'repo', 'status', 'Cycle time']);
    expect(stored['columns']).toEqual(['n', 'repo', 'status', 'time']);
    expect(stored['sortBy']).toBeNull();
  });

  it('move when they are picked up with the keys, and stay with Escape', async () => {
    show();
    await expect.poll(headers).toHaveLength(4);
    (page.getByRole('button', { name: 'repo', exact: true }).element() as HTMLElement).focus();
    const grip = page.getByRole('button', { name: 'Move repo' });
    await expect.element(grip).toBeInTheDocument();
    // The focus stays at the header while what drags is loaded.
    expect(document.activeElement?.textContent).toBe('repo');
    const press = async (keys: string) => {
      await userEvent.keyboard(keys);
      await laidOut();
    };
    (grip.element() as HTMLElement).focus();
    await press(' ');
    await press('{ArrowRight}');
    await press('{Escape}');
    expect(headers()).toEqual(['repo', 'status', 'Commits', 'Cycle time']);
    await press(' ');
    await press('{ArrowRight}');
    await press(' ');
    await expect.poll(headers).toEqual(['status', 'repo', 'Commits', 'Cycle time']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move repo');
    await expect.element(page.getByText('repo is column 2 of 4')).toBeInTheDocument();
  });

  it('are as axe wants them, with what drags them', async () => {
    show({ totals: true });
    await page.getByRole('columnheader', { name: 'repo' }).hover();
    await expect.element(page.getByRole('button', { name: 'Move repo' })).toBeInTheDocument();
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('move left and right from the menu of their header, which copies them too', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    show();
    await expect.poll(headers).toHaveLength(4);
    const menu = async (name: string) => {
      await page.getByRole('columnheader', { name }).click({ button: 'right' });
      return (item: string) => page.getByRole('menuitem', { name: item });
    };
    const first = await menu('repo');
    await expect.element(first('Move left')).toBeDisabled();
    await first('Move right').click();
    await expect.poll(headers).toEqual(['status', 'repo', 'Commits', 'Cycle time']);
    const second = await menu('Commits');
    await second('Copy column').click();
    expect(copied).toHaveBeenLastCalledWith('Commits\n12\n3');
  });
});

describe('a table', () => {
  const lastRow = () => [...document.querySelectorAll('[role=row]')].at(-1);

  it('has totals where the groups tell them, and says why where they do not', async () => {
    show({ totals: true });
    await expect.poll(() => lastRow()?.textContent).toBe('Total15-');
    expect(lastRow()?.querySelector('[title]')?.getAttribute('title')).toContain('cannot be computed');
  });

  it('has the totals that the graph was asked for, in the unit of the column', async () => {
    const total = sampleAnswer([COUNT, TIME], [{ n: 99, time: 7_200 }]);
    show({ totals: true, timeUnit: 'hours' }, { total });
    await expect.poll(() => lastRow()?.textContent).toBe('Total992 h');
  });

  it('draws the values behind its figures, the largest over the whole cell', async () => {
    show({ bars: true });
    await expect.poll(() => document.querySelectorAll('[data-fill]').length).toBe(4);
    const [first, , second] = [...document.querySelectorAll<HTMLElement>('[data-fill]')];
    const cell = first?.parentElement?.clientWidth ?? 0;
    expect((first?.clientWidth ?? 0) + 8).toBeCloseTo(cell, -1);
    expect((second?.clientWidth ?? 0) + 8).toBeCloseTo(cell / 4, -1);
  });

  it('wraps long texts onto more lines', async () => {
    show();
    const height = () => document.querySelector<HTMLElement>('[data-index="1"]')?.offsetHeight ?? 0;
    await expect.poll(height).toBe(33);
    show({ allowWrap: true, widths: { repo: 200 } });
    await expect.poll(height).toBeGreaterThan(60);
  });

  it('shows durations in the unit that is chosen', async () => {
    show({ timeUnit: 'hours' });
    await expect.element(page.getByText('1.5 h')).toBeVisible();
    await expect.element(page.getByText('0.02 h')).toBeVisible();
  });

  it('tells how many rows there is room for, unless its texts wrap', async () => {
    rooms.length = 0;
    show({ autoPageSize: true });
    // Of groups: 420 less 64 pixels, in rows of 38 (X§9).
    await expect.poll(() => rooms.at(-1)).toBe(9);
    show({ autoPageSize: true, allowWrap: true });
    await expect.poll(() => document.querySelectorAll('[data-wrap]').length).toBeGreaterThan(0);
    expect(rooms.filter((room) => room !== 9)).toEqual([]);
  });

  it('copies a row with Ctrl C, and a cell or all of it from a menu', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    show();
    await expect.element(page.getByRole('grid')).toBeVisible();
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('{Control>}c{/Control}');
    expect(copied).toHaveBeenLastCalledWith('search\tMerged\t12\t1h 30m');
    await page.getByText('1h 30m').click({ button: 'right' });
    await expect.element(page.getByRole('menuitem', { name: 'Explore this row' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Copy cell' }).click();
    expect(copied).toHaveBeenLastCalledWith('1h 30m');
    await page.getByText('1h 30m').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy table' }).click();
    expect(copied.mock.lastCall?.[0].split('\n')).toEqual([
      'repo\tstatus\tCommits\tCycle time',
      'search\tMerged\t12\t1h 30m',
      `${LONG}\tOpen\t3\t1m`,
    ]);
  });
});
