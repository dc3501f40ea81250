import { OrgId } from '@cairn/contracts';
import { emptyQuery } from '@cairn/query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvName, exportCsv } from './export-csv.ts';

describe('the name of an export', () => {
  it('says what it holds, and where it was cut', () => {
    expect(csvName('Commits by author, last 90 days', null)).toBe('commits-by-author-last-90-days.csv');
    expect(csvName('Commits', 1_000)).toBe('commits-first-1000-rows.csv');
    expect(csvName('…', null)).toBe('answer.csv');
    const long = 'Median cycle time by repository, on the default branch, past year, compared';
    expect(csvName(long, null)).toBe('median-cycle-time-by-repository-on-the-default-branch-past.csv');
  });
});

describe('an export', () => {
  afterEach(() => vi.unstubAllGlobals());

  async function exported(query: object, whole: boolean, rows = 1_000) {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return new Response('a\r\n', { headers: { 'cairn-rows': String(rows), 'cairn-total': '2500' } });
    });
    const request = {
      kind: 'entities' as const,
      query: { ...emptyQuery(), page: 3, counts: true, ...query },
    };
    return { ...(await exportCsv(OrgId.parse('acme'), request, 'Commits', whole)), sent: sent[0] };
  }

  it('asks for the first rows, whatever page is shown, and says of how many', async () => {
    const { file, cut, sent } = await exported({ pageSize: 20 }, false);
    expect([file, cut]).toEqual(['commits-first-1000-rows.csv', { rows: 1_000, total: 2_500 }]);
    expect(sent).toMatchObject({ limit: 1_000, format: 'sheet' });
    expect(sent).not.toHaveProperty('page');
    expect(sent).not.toHaveProperty('counts');
  });

  it('asks for everything, unless the question has a limit', async () => {
    const all = await exported({}, true, 2_500);
    expect([all.file, all.cut]).toEqual(['commits.csv', null]);
    expect(all.sent).toMatchObject({ whole: true });
    const some = await exported({ limit: 2_000 }, true, 2_000);
    expect([some.file, some.cut]).toEqual(['commits-first-2000-rows.csv', { rows: 2_000, total: 2_500 }]);
    expect(some.sent).not.toHaveProperty('whole');
  });
});
