import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISH } from '../store/load.ts';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

describe('values in other formats', () => {
  const question = { select: ['Commit'], target: 'Commit', attribute: 'message' };

  it('are the same in csv and Arrow as in JSON', async () => {
    const { data } = await fixture.facets(question);
    const csv = await fixture.post('facet-options', { ...question, format: 'csv' });
    expect(await csv.text()).toBe(
      `value,count\r\n${data.map(({ value, count }) => `${String(value)},${count}\r\n`).join('')}`,
    );
    const arrow = await fixture.post('facet-options', { ...question, format: 'arrow' });
    const table = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
    expect([...(table.getChild('value') ?? [])]).toEqual(data.map(({ value }) => value));
    expect([...(table.getChild('count') ?? [])]).toEqual(data.map(({ count }) => count));
  });

  it('are cut at 1,000 in csv, which says so, and are no formulas', async () => {
    await fixture.graph.run(
      `INSERT INTO "Release" (uuid, name, deleted) SELECT uuid(), '=' || lpad(range::VARCHAR, 4, '0'), false FROM range(1200)`,
    );
    const releases = { select: ['Release'], target: 'Release', attribute: 'name', format: 'csv' };
    const csv = await fixture.post('facet-options', releases);
    const lines = (await csv.text()).trimEnd().split('\r\n');
    expect([lines.length, lines[1]]).toEqual([1_001, `'=0000,1`]);
    expect(csv.headers.get('content-disposition')).toContain('cairn-first-1000.csv');
    expect(csv.headers.get('cairn-total')).toBe('1200');
    const etag = csv.headers.get('etag') ?? '';
    expect((await fixture.post('facet-options', releases, { 'if-none-match': etag })).status).toBe(304);
    const rest = await fixture.post('facet-options', { ...releases, page: 2 });
    expect((await rest.text()).trimEnd().split('\r\n')).toHaveLength(201);
  });
});

describe('facet options', () => {
  const values = async (question: Parameters<SearchFixture['facets']>[0]) =>
    (await fixture.facets(question)).data.map(({ value, count }) => [value, count]);

  it('are values with labels and counts, most frequent first', async () => {
    expect(await fixture.facets({ select: ['Commit'], target: 'Person', attribute: 'name' })).toEqual({
      data: [
        { value: 'Bob', label: 'Bob', count: 3 },
        { value: 'Ann', label: 'Ann', count: 2 },
        { value: 'robot', label: 'robot', count: 1 },
        { value: null, label: 'No value', count: 1 },
      ],
      meta: { page: 1, pageSize: 200, limit: 200, total: 4, truncated: false },
    });
  });

  it('are of the kind itself without a selection', async () => {
    expect(await values({ target: 'Person', attribute: 'name' })).toHaveLength(4);
    expect(await values({ target: 'Commit', attribute: 'isMerge' })).toEqual([
      [false, 6],
      [true, 1],
    ]);
  });

  it('keep to the filters and the search', async () => {
    const question = { select: ['Commit'], target: 'SourceFile', attribute: 'path' };
    const filters = [{ target: 'Person', attribute: 'name', comparison: { IN: ['Ann'] } }];
    expect(await values({ ...question, filters })).toEqual([
      ['src/a.ts', 2],
      ['src/b.ts', 1],
    ]);
    expect(await values({ ...question, search: 'both' })).toEqual([
      ['docs/x.md', 1],
      ['src/b.ts', 1],
    ]);
  });

  it('keep to the dates, in the zone of the reader', async () => {
    const question = { select: ['Commit'], target: 'Person', attribute: 'name', startDate: '2024-03-31' };
    const day = { ...question, endDate: '2024-03-31' };
    expect(await values(day)).toEqual([['Bob', 2]]);
    expect(await values({ ...day, timezone: 'America/New_York' })).toEqual([]);
    expect(await values({ ...question, timezone: 'UTC' })).toEqual([
      ['Bob', 2],
      ['robot', 1],
      [null, 1],
    ]);
  });

  it('narrow to what contains a text in any case, and then have no missing value', async () => {
    expect(
      await values({ select: ['Commit'], target: 'SourceFile', attribute: 'path', contains: 'SRC' }),
    ).toEqual([
      ['src/a.ts', 2],
      ['src/b.ts', 2],
    ]);
  });

  it('are not sent again to whoever has them, until the question or the data changes', async () => {
    const question = { select: ['Commit'], target: 'Person', attribute: 'name' };
    const ask = (body: object, tag = '') => fixture.post('facet-options', body, { 'if-none-match': tag });
    const tag = (await ask(question)).headers.get('etag') ?? '';
    const again = await ask(question, tag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const other of [{ contains: 'a' }, { page: 2 }, { search: 'bug' }, { duration: 'P30D' }])
      expect((await ask({ ...question, ...other }, tag)).status).toBe(200);
    await fixture.graph.transaction((open) => open.run(PUBLISH));
    expect((await ask(question, tag)).status).toBe(200);
  });

  it('come 200 at a time', async () => {
    await fixture.graph.run(
      `INSERT INTO "Channel" (uuid, name) SELECT uuid(), 'team ' || lpad(CAST(range AS VARCHAR), 3, '0') FROM range(450)`,
    );
    const first = await fixture.facets({ target: 'Channel', attribute: 'name' });
    expect(first.meta).toEqual({ page: 1, pageSize: 200, limit: 200, total: 450, truncated: true });
    const third = await fixture.facets({ target: 'Channel', attribute: 'name', page: 3 });
    expect(third.data).toHaveLength(50);
    expect(third.data[0]?.value).toBe('team 400');
    expect(third.meta).toEqual({ page: 3, pageSize: 200, limit: 600, total: 450, truncated: false });
    expect((await fixture.facets({ target: 'Channel', attribute: 'name', page: 9 })).meta.total).toBe(450);
  });
});

describe('configuration', () => {
  it('tells what the sources of the org fill, and from when to when there is data', async () => {
    const answer = await fixture.app.request('/api/acme/graph-search/configuration', {
      headers: await fixture.tokens.headers(),
    });
    const { kinds, integrations, earliest, latest } = (await answer.json()) as {
      kinds: { name: string; provided: boolean; attributes: { name: string; provided: boolean }[] }[];
      integrations: { name: string; configured: boolean }[];
      earliest: string;
      latest: string;
    };
    const provided = new Map(kinds.map((kind) => [kind.name, kind.provided]));
    expect(provided.get('Commit')).toBe(true);
    expect(provided.get('Message')).toBe(false);
    const commit = kinds.find(({ name }) => name === 'Commit');
    expect(commit?.attributes.find(({ name }) => name === 'sha')?.provided).toBe(true);
    expect(commit?.attributes.find(({ name }) => name === 'cairnRiskScore')?.provided).toBe(false);
    expect(integrations.filter(({ configured }) => configured).map(({ name }) => name)).toEqual(['git']);
    expect([earliest, latest]).toEqual(['2024-03-09T12:00:00.000Z', '2024-11-03T06:30:00.000Z']);
  });
});
