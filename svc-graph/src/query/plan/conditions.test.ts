import type { Condition, QueryInput } from '@cairn/query';
import { array, assert, asyncProperty, boolean, constantFrom, letrec, oneof, record } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { searchFixture } from '../../../test/search-fixture.ts';
import type { SearchFixture } from '../../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

async function shas(filters: readonly Condition[], rest: QueryInput = {}): Promise<unknown[]> {
  const order = [{ by: 'sha', direction: 'ascending' as const }];
  const query = { select: ['Commit'], columns: ['sha'], order, filters: [...filters], ...rest };
  const { data } = await fixture.ask('entities', query);
  return data.map((row) => row['Commit.sha']);
}

async function groups(query: QueryInput): Promise<unknown[][]> {
  const { data, columns } = await fixture.ask('group-bys', { select: ['Commit'], ...query });
  return data.map((row) => columns.map(({ key }) => row[key]));
}

const where = (field: string, comparison: object): Condition => {
  const dot = field.lastIndexOf('.');
  return { target: field.slice(0, dot), attribute: field.slice(dot + 1), comparison } as Condition;
};
const ALL = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];

describe('operators', () => {
  it.each<[string, object, string[]]>([
    ['Commit.message', { CONTAINS: ['BUG'] }, ['c2', 'c3']],
    ['Commit.message', { CONTAINS: ['merge', '100%'] }, ['c6', 'c7']],
    ['Commit.message', { 'NOT CONTAINS': ['bug', 'merge'] }, ['c1', 'c4', 'c5', 'c7']],
    ['Commit.message', { 'STARTS WITH': ['fix', 'bug'] }, ['c2']],
    ['Commit.filesModified', { CONTAINS: ['A.TS'] }, ['c2']],
    ['Commit.filesModified', { 'STARTS WITH': ['docs'] }, ['c3', 'c5']],
    ['Commit.additions', { 'IS EMPTY': [] }, ['c6']],
    ['Commit.additions', { 'IS NOT EMPTY': [] }, ['c1', 'c2', 'c3', 'c4', 'c5', 'c7']],
    ['Commit.filesModified', { 'IS EMPTY': [] }, ['c1', 'c6', 'c7']],
    ['Person.name', { 'IS EMPTY': [] }, ['c6']],
    ['SourceFile.path', { 'IS EMPTY': [] }, ['c6', 'c7']],
    ['SourceFile.path', { CONTAINS: ['X.MD'] }, ['c3', 'c5']],
    ['SourceFile.path', { 'NOT CONTAINS': ['src'] }, ['c3', 'c4', 'c6', 'c7']],
    ['Commit.committedAt', { 'IN LAST': ['P30D'] }, ['c6', 'c7']],
    ['Commit.committedAt', { 'NOT IN LAST': ['P30D'] }, ['c1', 'c2', 'c3', 'c4', 'c5']],
    ['Commit.updatedAt', { 'NOT IN LAST': ['P30D'] }, ALL],
    ['Commit.committedAt', { 'IN LAST': ['T1Y'] }, ALL],
  ])('%s %j', async (field, comparison, expected) => {
    expect(await shas([where(field, comparison)])).toEqual(expected);
  });

  it('read relative dates by the clock of the reader', async () => {
    const lastMonth = [where('Commit.committedAt', { 'IN LAST': ['L1M'] })];
    expect(await shas(lastMonth, { timezone: 'UTC' })).toEqual(['c6', 'c7']);
    // Ten hours behind, it is still November.
    expect(await shas(lastMonth, { timezone: 'Pacific/Honolulu' })).toEqual([]);
  });

  it.each([
    ['Commit.additions', { CONTAINS: ['1'] }, 'is no text'],
    ['Commit.message', { 'IN LAST': ['P1D'] }, 'is no moment'],
  ])('refuse what means nothing: %s %j', async (field, comparison, message) => {
    const answer = await fixture.post('entities', {
      select: ['Commit'],
      filters: [where(field, comparison)],
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(message);
  });

  it('refuse two operators at once and durations that are none', async () => {
    for (const comparison of [{ IN: ['a'], CONTAINS: ['b'] }, { 'IN LAST': ['soon'] }, { 'IS EMPTY': [1] }]) {
      const answer = await fixture.post('entities', { filters: [where('Event.name', comparison)] });
      expect(answer.status).toBe(400);
    }
  });
});

describe('groups of conditions', () => {
  const ann = where('Person.name', { IN: ['Ann'] });
  const merge = where('Commit.isMerge', { IN: [true] });
  const docs = where('SourceFile.topFolder', { IN: ['docs'] });

  it('join by OR and AND', async () => {
    expect(await shas([{ any: [ann, merge] }])).toEqual(['c1', 'c2', 'c6']);
    expect(await shas([{ any: [docs, merge] }])).toEqual(['c3', 'c5', 'c6']);
    expect(
      await shas([{ all: [{ any: [docs, ann] }, where('Commit.message', { CONTAINS: ['bug'] })] }]),
    ).toEqual(['c2', 'c3']);
  });

  it('ask nothing where they hold nothing', async () => {
    expect(await shas([{ any: [] }, { all: [{ any: [where('Person.name', { IN: [] })] }] }])).toEqual(ALL);
  });

  it('may not be nested without end', async () => {
    let deep: Condition = ann;
    for (let depth = 0; depth < 5; depth++) deep = { any: [deep] };
    const answer = await fixture.post('entities', { select: ['Commit'], filters: [deep] });
    expect(answer.status).toBe(400);
  });

  const leaf = constantFrom(
    ann,
    merge,
    docs,
    where('Commit.additions', { 'NOT IN': [5] }),
    where('Commit.additions', { WITHIN: [6, null] }),
    where('Person.Team.name', { IN: ['web'] }),
    where('Commit.message', { 'NOT CONTAINS': ['bug'] }),
  );
  const tree = letrec<{ node: Condition }>((tie) => ({
    node: oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      record({
        members: array(tie('node') as Arbitrary<Condition>, { minLength: 1, maxLength: 3 }),
        any: boolean(),
      }).map(({ members, any }): Condition => (any ? { any: members } : { all: members })),
    ),
  })).node;

  it('mean what sets of rows mean: union and intersection', async () => {
    const alone = new Map<string, Set<unknown>>();
    const meant = async (condition: Condition): Promise<Set<unknown>> => {
      if ('any' in condition || 'all' in condition) {
        const sets = await Promise.all(('any' in condition ? condition.any : condition.all).map(meant));
        return new Set(
          ALL.filter((sha) =>
            'any' in condition ? sets.some((set) => set.has(sha)) : sets.every((set) => set.has(sha)),
          ),
        );
      }
      const key = JSON.stringify(condition);
      const known = alone.get(key) ?? new Set(await shas([condition]));
      alone.set(key, known);
      return known;
    };
    await assert(
      asyncProperty(tree, async (condition) => {
        expect(await shas([condition])).toEqual([...(await meant(condition))]);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('relations over several hops', () => {
  const team = { target: 'Person.Team', attribute: 'name' };
  const byTeam = [
    ['web', 4],
    ['core', 1],
    [null, 2],
  ];

  it('group by what is further away, by the team as of the moment of the row', async () => {
    expect(await groups({ groupBys: [team] })).toEqual(byTeam);
    expect(await groups({ groupBys: ['Person.Team.name'] })).toEqual(byTeam);
    expect(await groups({ groupBys: ['Commit.Person.Team.name'] })).toEqual(byTeam);
    expect((await groups({ groupBys: ['Person.Team'] })).map(([, counted]) => counted)).toEqual([4, 1, 2]);
  });

  it('add up when a group becomes a filter', async () => {
    for (const [value, counted] of byTeam) {
      expect(await shas([where('Person.Team.name', { IN: [value] })])).toHaveLength(counted as number);
      expect(await groups({ filters: [where('Person.Team.name', { IN: [value] })] as never })).toEqual([
        [counted],
      ]);
    }
    expect(await shas([where('Person.Team.name', { 'NOT IN': ['web'] })])).toEqual(['c1', 'c6', 'c7']);
  });

  it('take the team of now for a person', async () => {
    const query = { select: ['Person'], groupBys: ['Team.name'] };
    expect(await groups(query)).toEqual([
      ['web', 2],
      [null, 2],
    ]);
  });

  it('go over links and back', async () => {
    expect(await groups({ select: ['SourceFile'], groupBys: ['Commit.Person.name'] })).toEqual([
      ['Ann', 2],
      ['Bob', 2],
    ]);
    expect(await shas([where('SourceFile.Repository.name', { IN: ['cairn'] })])).toEqual([
      'c1',
      'c2',
      'c3',
      'c4',
      'c5',
    ]);
    const { columns } = await fixture.ask('entities', {
      select: ['Commit'],
      columns: ['Branch.Repository.name'],
    });
    expect(columns.map(({ key }) => key)).toEqual(['uuid', 'Branch.Repository.name']);
  });

  it('name the nearest relation of the step that leads nowhere', async () => {
    const answer = await fixture.post('group-bys', { select: ['Commit'], groupBys: ['Person.Taem.name'] });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Did you mean Team');
  });

  it('end somewhere', async () => {
    const far = `${'Parent.'.repeat(6)}name`;
    const answer = await fixture.post('group-bys', { select: ['Commit'], groupBys: [far] });
    expect(await answer.text()).toContain('at most 5');
  });
});

describe('bins and weeks', () => {
  it('gather numbers by width', async () => {
    const groupBys = [{ target: 'Commit', attribute: 'additions', bins: { width: 10 } }];
    const order = [{ by: 'bins(Commit.additions, 10)', direction: 'ascending' as const }];
    expect(await groups({ groupBys, order })).toEqual([
      [0, 3],
      [10, 1],
      [20, 1],
      [100, 1],
      [null, 1],
    ]);
  });

  it('begin the week where the reader does', async () => {
    const at = (unit: 'week' | 'dayOfWeek') => ({ target: 'Commit', attribute: 'committedAt', unit });
    const query = { startDate: '2024-03-01', endDate: '2024-03-15', firstDay: 7 as const };
    expect(await groups({ ...query, groupBys: [at('week')] })).toEqual([
      ['2024-03-03T00:00:00Z', 1],
      ['2024-03-10T00:00:00Z', 2],
    ]);
    expect(await groups({ ...query, groupBys: [at('dayOfWeek')] })).toEqual([
      ['Sunday', 2],
      ['Saturday', 1],
    ]);
  });
});
