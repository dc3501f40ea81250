import { createFakeHost } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { plainEntity } from '../../test/plain-entity.ts';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { firstRange, firstTopics } from './report-form.tsx';
import { ReportLauncher } from './reports-tab.tsx';

const UUID = '00000000-0000-4000-8000-000000000001';
const { user } = createFakeHost();
const REPORT = { topics: ['t1', 't2', 't3', 't4', 'gone'], tags: [], filterable: ['Issue'], suggested: [] };
const named = { uuid: UUID, name: 'Make search fast' };
const issue = plainEntity('Issue', { issueKey: 'CATALOG-392' }, named);

const link = (id: string, name: string, type: string, kinds: string[] = []) => ({
  id,
  type,
  name,
  description: `What ${name} is about.`,
  scope: 'org',
  org_id: 'acme',
  user_id: user.id,
  isBookmarked: false,
  tags: [],
  brief: { kinds, tags: [], words: '', question: null },
});

/** Answers lists and reads of saved things, as svc-workspace does. */
function serve(reports: readonly object[]): void {
  const topics = ['t1', 't2', 't3', 't4'].map((id) => link(id, `Topic ${id}`, 'digest-v2'));
  vi.stubGlobal('fetch', (url: RequestInfo | URL, init?: RequestInit) => {
    const input = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
      filter?: { types: string[] };
    };
    const data = input.filter?.types.includes('narrative-v1') ? reports : topics;
    const answer = String(url).endsWith('/list')
      ? { data, more: false, total: data.length, counts: null, notice: null }
      : { data: { ...reports[0], state: JSON.stringify(REPORT) } };
    return Promise.resolve(Response.json(answer));
  });
}

beforeEach(() => serve([link('r1', 'How it went', 'narrative-v1', ['Issue'])]));
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the reports of an entity', () => {
  it('open in a new tab, narrowed to the key of an issue, its topics and 30 days', async () => {
    const host = show(<ReportLauncher kind="Issue" entity={issue} />);
    await page.getByRole('checkbox', { name: 'Topic t2' }).click();
    await page.getByRole('checkbox', { name: 'Topic t4' }).click();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Open report' }).click();
    const [[, tab] = []] = calls(host, 'openTab');
    const { url, title } = tab as { url: string; title: string };
    expect(title).toBe('How it went: CATALOG-392');
    const address = new URL(url, 'http://cairn.test');
    expect(address.pathname).toBe('/acme/reports/r1');
    expect(address.searchParams.get('mode')).toBe('render');
    expect(JSON.parse(address.searchParams.get('s') ?? '')).toEqual({
      n: 'How it went: CATALOG-392',
      d: ['t1', 't3', 't4'],
      o: { Issue: ['CATALOG-392'] },
      tf: 'P30D',
    });
  });

  it('need a topic to open', async () => {
    show(<ReportLauncher kind="Issue" entity={issue} />);
    for (const id of ['t1', 't2', 't3']) await page.getByRole('checkbox', { name: `Topic ${id}` }).click();
    await expect.element(page.getByRole('button', { name: 'Open report' })).toBeDisabled();
  });

  it('say that there are none for a type', async () => {
    serve([link('r1', 'Of people', 'narrative-v1', ['Person'])]);
    show(<ReportLauncher kind="Issue" entity={issue} />);
    await expect.element(page.getByText('No topics found with Issue filter')).toBeVisible();
  });

  it('refuse a type that no report can be narrowed to', async () => {
    show(<ReportLauncher kind="Weather" entity={issue} />);
    await expect.element(page.getByText('Invalid filterable: Weather')).toBeVisible();
  });

  it('begin with 7 days, those of issues with 30', () => {
    expect([firstRange('Person'), firstRange('Issue')]).toEqual(['P7D', 'P30D']);
  });

  it('begin with the suggested topics that they have, else with the first three', () => {
    expect(firstTopics({ topics: ['a', 'b', 'c', 'd'], suggested: ['d', 'gone'] })).toEqual(['d']);
    expect(firstTopics({ topics: ['a', 'b', 'c', 'd'], suggested: ['gone'] })).toEqual(['a', 'b', 'c']);
  });
});
