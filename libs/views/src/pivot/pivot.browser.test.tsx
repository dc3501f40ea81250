import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chosen, draw, frame, known, viewUnderTest } from '../../test/drawn-view.tsx';
import { sampleAnswer } from '../../test/samples.ts';

viewUnderTest();

const group = (key: string): Column => ({
  key,
  label: key,
  type: 'string',
  role: 'group',
  target: 'Repository',
  attribute: key,
});
const COUNT: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };
const BEFORE: Column = { ...COUNT, key: 'comparison(n)', label: 'Commits, before', period: 'comparison' };
const groupBys = ['repo', 'folder', 'status'].map((attribute) => ({ target: 'Repository', attribute }));
const rows = [
  { repo: 'search', folder: 'src', status: 'Merged', n: 12, 'comparison(n)': 8 },
  { repo: 'search', folder: 'src', status: 'Open', n: 0, 'comparison(n)': 2 },
  { repo: 'search', folder: 'docs', status: 'Open', n: 3, 'comparison(n)': 3 },
  { repo: 'billing', folder: 'src', status: 'Merged', n: 30, 'comparison(n)': 0 },
];
const sample = (columns: Column[] = [COUNT]) => ({
  name: '',
  query: Query.parse({ select: ['Commit'], groupBys }),
  answer: sampleAnswer([group('repo'), group('folder'), group('status'), ...columns], rows),
});
const texts = () =>
  [...frame.querySelectorAll('[role=row]')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' | '),
  );

describe('a pivot', () => {
  it('has rows within rows, values across, subtotals and totals', async () => {
    draw(known('pivotTable'), sample(), { pivotGroupIndex: 2 });
    await expect.element(page.getByRole('treegrid', { name: 'Commits' })).toBeVisible();
    expect(texts()).toEqual([
      'repo › folder | Merged | Open | Total',
      'billing | 30 | - | 30',
      'src | 30 | - | 30',
      'search | 12 | 3 | 15',
      'src | 12 | - | 12',
      'docs | - | 3 | 3',
      'Total | 42 | 3 | 45',
    ]);
  });

  it('closes and opens rows with the arrows, and goes back to the row around', async () => {
    draw(known('pivotTable'), sample(), { pivotGroupIndex: 2 });
    await expect.element(page.getByRole('treegrid')).toBeVisible();
    (frame.querySelector('[data-index="1"]') as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => document.activeElement?.textContent).toContain('billing');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(texts).toHaveLength(6);
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(texts).toHaveLength(7);
  });

  it('leads from a cell to what is behind it, and from a row to all of it', async () => {
    draw(known('pivotTable'), sample(), { pivotGroupIndex: 2 });
    await page.getByRole('button', { name: '12', exact: true }).first().click();
    expect(chosen.at(-1)?.groups.map(({ value }) => value)).toEqual(['search', 'Merged']);
    (frame.querySelector('[data-index="0"]') as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(chosen.at(-1)?.groups.map(({ value }) => value)).toEqual(['billing']);
  });

  it('tells the change of each cell beside it, under the value across', async () => {
    draw(known('pivotTable'), sample([COUNT, BEFORE]), { pivotGroupIndex: 2, showChangeValues: false });
    await expect.element(page.getByRole('columnheader', { name: 'Merged' })).toBeVisible();
    expect(texts().slice(0, 3)).toEqual([
      ' | Merged | Open | Total',
      'repo › folder | Commits | Change | Commits | Change | Commits | Change',
      'billing | 30 | new | - | - | 30 | new',
    ]);
    expect(texts()[4]).toBe('search | 12 | +50.00% | 3 | -40.00% | 15 | +15.38%');
  });

  it('has statistics of the cells of each row where they are asked for', async () => {
    draw(known('pivotTable'), sample(), {
      pivotGroupIndex: 2,
      opened: 'none',
      showRollups: true,
      selectedRollupStats: ['max', 'avg'],
    });
    await expect.element(page.getByRole('columnheader', { name: 'Average' })).toBeVisible();
    expect(texts().slice(2)).toEqual([
      'billing | 30 | - | 30 | 30 | 30',
      'search | 12 | 3 | 15 | 12 | 5',
      'Total | 42 | 3 | 45 | 30 | 11',
    ]);
    const sorted = { pivotGroupIndex: 2, opened: 'none', showRollups: true, sortBy: 'rollup\u0000avg' };
    draw(known('pivotTable'), sample(), { ...sorted, selectedRollupStats: ['avg'] });
    await expect
      .poll(() => texts().slice(2, 4))
      .toEqual(['search | 12 | 3 | 15 | 5', 'billing | 30 | - | 30 | 30']);
  });
});

const MEDIAN: Column = { ...COUNT, key: 'time', label: 'Cycle time', reducer: 'median', unit: 'second' };
const timed = () => {
  const { query } = sample();
  const data = rows.map((row) => ({ ...row, time: row.n * 60 }));
  const answer = sampleAnswer([group('repo'), group('folder'), group('status'), COUNT, MEDIAN], data);
  return { name: '', query, answer };
};

describe('the pages of a pivot', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({
    repo: `r${at + 1}`,
    folder: 'src',
    status: 'Open',
    n: 50 - at,
  }));
  const twelve = {
    ...sample(),
    answer: sampleAnswer([group('repo'), group('folder'), group('status'), COUNT], many),
  };
  const names = () => texts().map((text) => text.split(' | ')[0]);

  it('have as many outermost rows as are set; the total is of all', async () => {
    draw(known('pivotTable'), twelve, { pivotGroupIndex: 2, pageSize: 5, opened: 'none' });
    await expect.element(page.getByText('1 to 5 of 12')).toBeVisible();
    expect(names()).toEqual(['repo › folder', 'r1', 'r2', 'r3', 'r4', 'r5', 'Total']);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(names).toEqual(['repo › folder', 'r11', 'r12', 'Total']);
    expect(texts().at(-1)).toBe('Total | 534 | 534');
  });

  it('have as many rows as there is room for where that is set', async () => {
    draw(known('pivotTable'), twelve, { pivotGroupIndex: 2, autoPageSize: true, opened: 'none' });
    // 420 pixels less 59, in rows of 41 (X§9).
    await expect.element(page.getByText('1 to 8 of 12')).toBeVisible();
  });
});

describe('the measures of a pivot', () => {
  it('are rows within each group where they are not side by side, also of the total', async () => {
    draw(known('pivotTable'), timed(), { pivotGroupIndex: 2, measuresAsColumns: false, opened: 'all' });
    await expect.element(page.getByRole('treegrid')).toBeVisible();
    expect(texts().slice(0, 4)).toEqual([
      'repo › folder | Merged | Open | Total',
      'billing |  |  | ',
      'Commits | 30 | - | 30',
      'Cycle time | 30m | - | 30m',
    ]);
    expect(texts().slice(-3)).toEqual(['Total |  |  | ', 'Commits | 42 | 3 | 45', 'Cycle time | - | - | -']);
  });

  it('keep their order in their group, whatever sorts the groups', async () => {
    const config = { pivotGroupIndex: 2, measuresAsColumns: false, opened: 'all', sortBy: 'value' };
    draw(known('pivotTable'), timed(), config);
    await expect.element(page.getByRole('treegrid')).toBeVisible();
    expect(
      texts()
        .slice(1, 4)
        .map((each) => each.split(' | ')[0]),
    ).toEqual(['search', 'Commits', 'Cycle time']);
  });

  it('are those that were chosen', async () => {
    draw(known('pivotTable'), timed(), { pivotBy: 'Repository.status', columns: ['time'] });
    await expect.element(page.getByRole('treegrid')).toBeVisible();
    expect(texts().slice(0, 2)).toEqual(['repo › folder | Merged | Open | Total', 'billing | 30m | - | 30m']);
  });

  it('have the totals that the graph was asked for', async () => {
    const total = sampleAnswer([COUNT, MEDIAN], [{ n: 45, time: 540 }]);
    draw(known('pivotTable'), timed(), { pivotGroupIndex: 2, columns: ['time'] }, { 'total ': total });
    await expect.poll(() => texts().at(-1)).toBe('Total | - | - | 9m');
  });
});

describe('the columns of a pivot', () => {
  it('keep the width that a reader gave them', async () => {
    draw(known('pivotTable'), sample(), { pivotGroupIndex: 2, widths: { name: 190 } });
    const names = page.getByRole('columnheader', { name: 'repo › folder' });
    await expect.poll(() => (names.query() as HTMLElement | null)?.offsetWidth).toBe(190);
  });

  it('are copied with the value that they stand under', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    draw(known('pivotTable'), timed(), { pivotGroupIndex: 2, opened: 'none' });
    await page.getByText('12', { exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy table' }).click();
    expect(copied.mock.lastCall?.[0].split('\n')).toEqual([
      'repo › folder\tMerged Commits\tMerged Cycle time\tOpen Commits\tOpen Cycle time\tTotal Commits\tTotal Cycle time',
      'billing\t30\t30m\t-\t-\t30\t30m',
      'search\t12\t12m\t3\t-\t15\t-',
    ]);
  });

  it('stand by name or with the largest first', async () => {
    draw(known('pivotTable'), sample(), { pivotGroupIndex: 0, sortColumns: 'name', opened: 'none' });
    await expect.poll(() => texts()[0]).toContain('billing | search');
    draw(known('pivotTable'), sample(), { pivotGroupIndex: 2, sortColumns: 'value', opened: 'none' });
    await expect.poll(() => texts()[0]).toContain('Merged | Open');
  });

  it('sort rows by their change, as a figure where it is shown as one', async () => {
    const config = { pivotGroupIndex: 2, opened: 'none', showChangeValues: false };
    const sortBy = '\u0000n\u0000change';
    const names = () =>
      texts()
        .slice(2, 4)
        .map((each) => each.split(' | ')[0]);
    const down = { ...config, sortBy, sortDirection: 'descending' };
    const grown = sampleAnswer(
      [group('repo'), group('folder'), group('status'), COUNT, BEFORE],
      [
        { repo: 'small', folder: 'src', status: 'Open', n: 4, 'comparison(n)': 1 },
        { repo: 'large', folder: 'src', status: 'Open', n: 90, 'comparison(n)': 50 },
      ],
    );
    const compared = { ...sample(), answer: grown };
    draw(known('pivotTable'), compared, down);
    await expect.poll(names).toEqual(['small', 'large']);
    draw(known('pivotTable'), compared, { ...down, showChangeAs: 'value' });
    await expect.poll(names).toEqual(['large', 'small']);
  });
});

describe('a tree', () => {
  it('has every group as rows within rows, and may begin with the last', async () => {
    draw(known('nestedTable'), sample());
    await expect.element(page.getByRole('treegrid')).toBeVisible();
    expect(texts().slice(0, 4)).toEqual([
      'repo › folder › status | Commits',
      'billing | 30',
      'src | 30',
      'Merged | 30',
    ]);
    draw(known('nestedTable'), sample(), { invertNesting: true, opened: 'none' });
    await expect
      .poll(texts)
      .toEqual(['status › folder › repo | Commits', 'Merged | 42', 'Open | 3', 'Total | 45']);
  });
});
