import { ExploreState } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { ANY, candidateOf, matchesPicker, parseTokens } from './picker-filter.ts';

const saved = (name: string, params: object, more: object = {}) =>
  candidateOf({
    name,
    description: 'Every person',
    type: 'explore-v1',
    group: 'Lead time, weekly',
    brief: { kinds: [], tags: [], words: '', question: ExploreState.parse({ params }) },
    ...more,
  } as never);

const byPerson = saved('Commits by person', {
  select: ['Commit'],
  groupBys: [{ target: 'Person', attribute: 'name' }],
  duration: 'P30D',
});
const finds = (text: string) => matchesPicker(byPerson, parseTokens(text), ANY);

describe('the text of the card filter', () => {
  it('reads attributes with plain and quoted values, lower-cased and with underscores', () => {
    expect(parseTokens('tag:"Lead Time" SELECT:Commit visualization:bar duration:P30D Person')).toEqual([
      { attribute: 'tag', value: 'lead_time' },
      { attribute: 'select', value: 'commit' },
      { attribute: 'visualization', value: 'bar' },
      { attribute: 'duration', value: 'p30d' },
      { attribute: 'name', value: 'person' },
    ]);
  });

  it('takes anything else for words of the name', () => {
    expect(parseTokens('name:"by person" owner:ada http://x')).toEqual([
      { attribute: 'name', value: 'by_person' },
      { attribute: 'name', value: 'owner:ada' },
      { attribute: 'name', value: 'http://x' },
    ]);
    expect(parseTokens('  tag: "" ')).toEqual([{ attribute: 'name', value: 'tag:' }]);
  });

  it.each([
    '',
    'commits PERSON',
    '"by person"',
    'every',
    'tag:lead_time',
    'tag:"lead time" tag:weekly',
    'select:commit',
    'visualization:bar',
    'duration:p30d',
  ])('finds the query by %j', (text) => expect(finds(text)).toBe(true));

  it.each([
    'merges',
    'tag:lead',
    'select:release',
    'visualization:table',
    'duration:p7d',
    'commits tag:none',
  ])('does not find it by %j', (text) => expect(finds(text)).toBe(false));
});

describe('the choices above the list', () => {
  it('narrow to one entity, tag and visualization', () => {
    const passes = (part: object) => matchesPicker(byPerson, [], { ...ANY, ...part });
    expect(passes({ select: 'Commit', tag: 'weekly', visualization: 'Bar' })).toBe(true);
    expect(passes({ select: 'Release' })).toBe(false);
    expect(passes({ tag: 'monthly' })).toBe(false);
    expect(passes({ visualization: 'Table' })).toBe(false);
  });

  it('never find a query that cannot be read by what it holds', () => {
    const brief = { kinds: [], tags: [], words: '', question: null };
    const broken = saved('Old', { select: ['Commit'] }, { brief });
    expect(matchesPicker(broken, parseTokens('old'), ANY)).toBe(true);
    expect(matchesPicker(broken, parseTokens('select:commit'), ANY)).toBe(false);
  });
});
