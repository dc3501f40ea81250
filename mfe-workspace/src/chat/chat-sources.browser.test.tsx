import { undoLast } from '@cairn/host/fake';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { orgThatSays, sent } from '../../test/chat-under-test.ts';
import { aLink, aQuery, clearPage, drawAt } from '../../test/workspace-under-test.tsx';

afterEach(() => clearPage());

describe('the data sources', () => {
  it('are added from saved queries, shown with five rows at most, and removed', async () => {
    const org = orgThatSays();
    org.links = [aQuery('q1', 'Commits by person')];
    const host = drawAt('/acme/chat', org);
    await page.getByRole('button', { name: '0 Data Sources' }).click();
    await expect.element(page.getByRole('heading', { name: 'Data Sources (0 sources)' })).toBeVisible();
    await page.getByRole('button', { name: 'Add Data Source' }).click();
    await page.getByRole('button', { name: 'Add Commits by person' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Data Sources (1 source)' })).toBeVisible();
    const asked = () => org.asked.find(({ path }) => path.endsWith('/group-bys'))?.body;
    await expect.poll(asked).toMatchObject({ limit: 5, timezone: host.timezone });
    await page.getByRole('button', { name: 'Back to Chat' }).click();
    await page.getByRole('button', { name: 'Performance Overview' }).click();
    await expect
      .poll(() => sent(org)[0]?.['sections'])
      .toMatchObject([{ queries: [{ title: 'Commits by person' }] }]);
    await page.getByRole('button', { name: '1 Data Source' }).click();
    await page.getByRole('button', { name: 'Remove Commits by person' }).click();
    expect(host.calls.filter(([name]) => name === 'toast').map(([, toast]) => toast)).toEqual([
      { kind: 'info', message: 'Added data source' },
      { kind: 'undo', message: 'Removed data source', onUndo: expect.any(Function) },
    ]);
    await expect.element(page.getByRole('heading', { name: 'Data Sources (0 sources)' })).toBeVisible();
    undoLast(host);
    await expect.element(page.getByRole('button', { name: 'Remove Commits by person' })).toBeVisible();
  });
});

describe('the preview of a data source', () => {
  /** Opens the data sources of a conversation with one that is answered so. */
  async function preview(status: number, body: unknown, state: object = {}): Promise<void> {
    const org = orgThatSays();
    const params = { select: ['Commit'], groupBys: [{ target: 'Person', attribute: 'name' }], ...state };
    org.links = [
      aLink({ id: 'q1', name: 'Shown', type: 'explore-v1', state: JSON.stringify({ params, viz: [] }) }),
    ];
    for (const end of ['/group-bys', '/entities']) org.failures.set(end, { status, body });
    drawAt('/acme/chat', org);
    await page.getByRole('button', { name: '0 Data Sources' }).click();
    await page.getByRole('button', { name: 'Add Data Source' }).click();
    await page.getByRole('button', { name: 'Add Shown' }).click();
    await userEvent.keyboard('{Escape}');
  }
  const failed = (code: string, message: string) => ({ error: { code, message } });
  const meta = {
    limit: 5,
    total: 9,
    truncated: true,
    timezone: 'UTC',
    start: null,
    end: null,
    dataVersion: 1,
  };

  it.each([
    [404, failed('not_found', 'Gone.'), 'Data source not found'],
    [401, failed('unauthenticated', 'Sign in.'), 'Not authorized to access this data'],
    [400, failed('invalid_query', 'No such attribute.'), 'No such attribute.'],
    [500, failed('internal', ''), 'Failed to fetch data'],
    [200, { data: [], columns: [], meta }, 'No data returned. Please adjust your query to get results.'],
  ])('says why there is none: %d %o', async (status, body, words) => {
    await preview(status, body);
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('has five rows, with dates, numbers and missing values in words', async () => {
    const columns = [
      { key: 'uuid', label: 'Id', type: 'string', role: 'id' },
      { key: 'at', label: 'When', type: 'datetime', role: 'attribute' },
      { key: 'day', label: 'Day', type: 'date', role: 'attribute' },
      { key: 'n', label: 'Lines', type: 'number', role: 'attribute' },
      { key: 'tags', label: 'Tags', type: 'string[]', role: 'attribute' },
      { key: 'who', label: 'Who', type: 'string', role: 'attribute' },
    ];
    const row = { uuid: 'u', at: '2026-03-01T10:00:00Z', day: '2026-03-01', n: 1234, tags: ['a', 'b'] };
    await preview(200, { data: Array.from({ length: 7 }, () => row), columns, meta }, { groupBys: [] });
    await expect.element(page.getByText('Results are limited to the first 5 rows')).toBeVisible();
    const cells = [...document.querySelectorAll('tbody tr')].map((each) => each.textContent);
    expect(cells).toHaveLength(5);
    expect(cells[0]).toMatch(/^Mar 1, 2026, .*Mar 1, 20261,234a, bn\/a$/);
  });
});
