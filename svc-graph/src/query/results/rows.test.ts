import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture, uuidOf } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

const keys = async (select: string) =>
  (await fixture.ask('entities', { select: [select] })).columns.map(({ key }) => key);

describe('entities', () => {
  it('come newest first, with the id to open them by', async () => {
    const { data, columns } = await fixture.ask('entities', {
      select: ['Commit'],
      columns: ['sha', 'Person.name'],
      pageSize: 2,
    });
    expect(data).toEqual([
      { uuid: uuidOf('c7'), 'Commit.sha': 'c7', 'Person.name': 'robot' },
      { uuid: uuidOf('c6'), 'Commit.sha': 'c6', 'Person.name': null },
    ]);
    expect(columns.map(({ key, role }) => [key, role])).toEqual([
      ['uuid', 'id'],
      ['Commit.sha', 'attribute'],
      ['Person.name', 'attribute'],
    ]);
  });

  it('come a page of 20 at a time, with the total', async () => {
    const { meta } = await fixture.ask('entities', { select: ['Commit'] });
    expect(meta).toMatchObject({ page: 1, pageSize: 20, total: 7, truncated: false });
    const last = await fixture.ask('entities', { select: ['Commit'], page: 3, pageSize: 3 });
    expect([last.data.length, last.meta.total]).toEqual([1, 7]);
    const beyond = await fixture.ask('entities', { select: ['Commit'], page: 9, pageSize: 3 });
    expect([beyond.data.length, beyond.meta.total]).toEqual([0, 7]);
  });

  it('come all at once up to a limit, which says what it cut', async () => {
    const { data, meta } = await fixture.ask('entities', { select: ['Commit'], limit: 5 });
    expect(data).toHaveLength(5);
    expect(meta).toMatchObject({ limit: 5, total: 7, truncated: true });
    const paged = await fixture.ask('entities', { select: ['Commit'], limit: 5, page: 2, pageSize: 3 });
    expect([paged.data.length, paged.meta.truncated]).toEqual([2, true]);
  });

  it('leave out what its source no longer has', async () => {
    expect((await fixture.ask('entities', { select: ['SourceFile'] })).meta.total).toBe(3);
  });

  it('show by themselves what the sources of the org fill', async () => {
    expect((await keys('Commit')).slice(0, 6)).toEqual([
      'uuid',
      'Commit.name',
      'Commit.committedAt',
      'Person.name',
      'Repository.name',
      'Commit.sha',
    ]);
    expect(await keys('Repository')).not.toContain('Project.name');
    expect(await keys('Person')).not.toContain('Person.title');
  });

  it('order by any attribute of theirs or of what they link to, missing values last', async () => {
    const order = (by: string, direction: 'ascending' | 'descending') =>
      fixture
        .ask('entities', { select: ['Commit'], columns: ['sha'], order: [{ by, direction }] })
        .then(({ data }) => data.map((row) => row['Commit.sha']).join(' '));
    expect(await order('additions', 'ascending')).toBe('c5 c3 c7 c1 c2 c4 c6');
    expect(await order('Commit.additions', 'descending')).toBe('c4 c2 c1 c7 c3 c5 c6');
    expect((await order('Person.name', 'descending')).slice(0, 2)).toBe('c7');
  });
});
