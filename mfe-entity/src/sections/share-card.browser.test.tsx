import { Query } from '@cairn/query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { ShareCard } from './share-card.tsx';

const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const failed = { target: 'CicdPipeline', attribute: 'changeFailed', comparison: { IN: [true] } };
const query = Query.parse({ select: ['CicdPipeline'], duration: 'P90D' });

function open(
  whole: number | null,
  part: number | null,
  more = {},
): { asked: string[]; host: ReturnType<typeof show> } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    asked.push(typeof init?.body === 'string' ? init.body : '');
    const row = { 'count(CicdPipeline.uuid)': whole, 'count(CicdPipeline.uuid) 2': part };
    return Promise.resolve(Response.json({ data: [row], columns: [], meta: { ...META, ...more, total: 1 } }));
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

  it('says that it is withheld, and why, instead of a share of nothing', async () => {
    const words = 'This figure is withheld: fewer than 5 other people are in it.';
    open(null, null, { withheld: { groups: 1, columns: [], words } });
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('is none of nothing, and 0% where it counts nothing', async () => {
    open(0, 0);
    await expect.element(page.getByText('N/A: there is nothing to take a share of.')).toBeVisible();
    clear();
    open(12, 0);
    await expect.element(page.getByRole('link', { name: '0%' })).toBeVisible();
  });
});
