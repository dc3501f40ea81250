import { Query } from '@cairn/query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { ShareCard } from './share-card.tsx';

const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const failed = { target: 'CicdPipeline', attribute: 'changeFailed', comparison: { IN: [true] } };
const query = Query.parse({ select: ['CicdPipeline'], duration: 'P90D' });

function open(whole: number, part: number): { asked: string[]; host: ReturnType<typeof show> } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    asked.push(typeof init?.body === 'string' ? init.body : '');
    const row = { 'count(CicdPipeline.uuid)': whole, 'count(CicdPipeline.uuid) 2': part };
    return Promise.resolve(Response.json({ data: [row], columns: [], meta: { ...META, total: 1 } }));
  });
  const share = { part: failed, words: 'were followed by an incident' };
  return { asked, host: show(<ShareCard title="Change failure rate" query={query} share={share} />) };
}

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe('a share', () => {
  it('is told in percent with both counts, and leads to the things that it counts', async () => {
    const { asked, host } = open(33, 2);
    await expect.element(page.getByText('2 of 33 were followed by an incident')).toBeVisible();
    expect(await violations()).toEqual([]);
    const [whole, part] = (JSON.parse(asked[0] ?? '') as { aggregations: object[] }).aggregations;
    expect(whole).not.toHaveProperty('filters');
    expect(part).toMatchObject({ filters: [failed] });
    await page.getByRole('link', { name: '6.1%' }).click();
    const [[, address] = []] = calls(host, 'navigate');
    expect(String(address)).toContain('/explore?s=');
  });

  it('is none of nothing, and 0% where it counts nothing', async () => {
    open(0, 0);
    await expect.element(page.getByText('N/A: there is nothing to take a share of.')).toBeVisible();
    clear();
    open(12, 0);
    await expect.element(page.getByRole('link', { name: '0%' })).toBeVisible();
  });
});
