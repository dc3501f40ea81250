import type { DeepLink, FoundEntity } from '@cairn/contracts';
import { savedTypes } from '@cairn/saved';
import { BookOpen, Bug, CircleDot, FileText, Layers, Siren } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { choicesFor, type Searched } from './matches.ts';
import { NO_ENTITIES } from './use-found-entities.ts';

const command = (label: string) => ({ id: label, label, group: 'Everywhere', run: () => undefined });
const link = (type: DeepLink['type'], name: string) =>
  ({ id: name, type, name, group: '', description: '' }) as unknown as DeepLink;
const searched: Searched = {
  entities: NO_ENTITIES,
  tabs: [{ id: 't1', title: 'Weekly commits', icon: FileText }],
  own: null,
  popular: null,
  types: savedTypes,
  commands: [command('Sign out'), command('Go to Library')],
  saved: {
    data: [
      link('dashboard-v1', 'Sign-off board'),
      ...['Commits by day', 'Commits by week', 'Commits by month'].map((name) => link('explore-v1', name)),
    ],
    counts: { 'dashboard-v1': 1, 'explore-v1': 4_000 },
    isSearching: false,
  },
};

function offered(text: string, change: Partial<Searched> = {}) {
  const done: unknown[][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void done.push([name, ...values]);
  const choices = choicesFor(
    text,
    { ...searched, ...change },
    {
      ask: note('ask'),
      openLink: note('openLink'),
      openEntity: note('openEntity'),
      openSearch: note('openSearch'),
      openTab: note('openTab'),
      showMore: note('showMore'),
    },
  );
  const run = (label: string) => choices.find((choice) => choice.label === label)?.run();
  return { choices, done, run, labels: choices.map(({ label }) => label) };
}
const entity = (kind: string, name: string, change: Partial<FoundEntity> = {}): FoundEntity => ({
  uuid: `${kind}:${name}`,
  kind,
  name,
  hint: null,
  exact: false,
  ...change,
});
const named = (...data: FoundEntity[]) => ({
  data,
  counts: Object.fromEntries(data.map(({ kind }) => [kind, 12])),
  similar: [],
  isSearching: false,
});

describe('search or ask', () => {
  it('offers the question first, so that Enter submits it, and then anything that is meant', () => {
    const { choices, done, labels } = offered('  commits by ');
    expect(labels.slice(0, 2)).toEqual([
      'Generate a question with commits by',
      'Find anything with commits by',
    ]);
    for (const choice of choices.slice(0, 2)) choice.run();
    expect(done).toEqual([
      ['ask', 'commits by', true],
      ['ask', 'commits by', false],
    ]);
  });

  it('finds open tabs by words of their titles', () => {
    const { choices, run, done } = offered('commits week');
    expect(choices.find(({ group }) => group === 'Open tabs')?.label).toBe('Weekly commits');
    run('Weekly commits');
    expect(done).toEqual([['openTab', 't1']]);
    expect(offered('').labels).not.toContain('Weekly commits');
  });

  it('offers what was saved and what is popular, and lists both where they are wanted', () => {
    const { run, done } = offered('');
    run('Show saved and popular');
    expect(done).toEqual([['showMore']]);
    const [own, popular] = ['Mine', 'Theirs'].map((name) => ({
      data: [link('explore-v1', name), link('dashboard-v1', name)],
      counts: {},
      isSearching: false,
    }));
    for (const text of ['', 'the']) {
      const { choices } = offered(text, { own: own ?? null, popular: popular ?? null });
      const groups = new Set(choices.map(({ group }) => group));
      for (const group of ['Saved Questions', 'Saved Boards', 'Popular Questions', 'Popular Boards'])
        expect(groups).toContain(group);
      expect(groups).not.toContain('More');
    }
  });

  it('shows the saved things that were found, with how many there are of their type', () => {
    const { choices } = offered('commits');
    const questions = choices.filter(({ group }) => group.startsWith('Questions'));
    expect(questions.map(({ label }) => label)).toEqual([
      'Commits by day',
      'Commits by week',
      'Commits by month',
    ]);
    expect(questions[0]?.group).toBe('Questions · 4,000');
  });

  it('puts a command before the question only when the words begin it', () => {
    expect(offered('sign').labels.slice(0, 2)).toEqual(['Sign out', 'Generate a question with sign']);
    const { labels } = offered('library');
    expect([labels[0], labels.at(-1)]).toEqual(['Generate a question with library', 'Go to Library']);
  });

  it('lists recent questions and boards while there is no text', () => {
    const groups = offered(' ').choices.map(({ group }) => group);
    expect([...new Set(groups)]).toEqual(['Recent Questions', 'Recent Boards', 'More', 'Everywhere']);
  });

  it('groups entities by kind with how many there are, and leads to all of them', () => {
    const found = named(
      entity('Person', 'Ann', { hint: 'ann@one.example' }),
      entity('Issue', 'Annul', { hint: 'CAT-1', badge: 'incident' }),
      entity('Person', 'Annika'),
    );
    const { choices, labels, run, done } = offered('ann', { entities: found });
    const entities = choices.filter(({ kind }) => kind === 'entity');
    expect(entities.map(({ group, label }) => [group, label])).toEqual([
      ['People · 12', 'Ann'],
      ['People · 12', 'Annika'],
      ['Issues · 12', 'Annul'],
    ]);
    expect(entities.map(({ hint }) => hint)).toEqual(['ann@one.example', '', 'incident · CAT-1']);
    expect(labels).toContain('All 24 results for ann');
    run('All 24 results for ann');
    expect(done).toEqual([['openSearch', 'ann']]);
    expect(offered('', { entities: found }).labels).not.toContain('Ann');
  });

  it('gives each type of issue its own icon, and an issue without a type that of its kind', () => {
    const types = ['Bug', 'Epic', 'Story', 'Production outage', undefined];
    const found = types.map((type) => entity('Issue', `Annul ${String(type)}`, type ? { type } : {}));
    const { choices } = offered('annul', { entities: named(...found) });
    const icons = choices.filter(({ kind }) => kind === 'entity').map(({ icon }) => icon);
    expect(icons).toEqual([Bug, Layers, BookOpen, Siren, CircleDot]);
  });

  it('stands entities after the question, and before it where the text is their key or name', () => {
    const first = (text: string, found: FoundEntity) =>
      offered(text, { entities: named(found) }).choices[0]?.kind;
    expect(first('an', entity('Person', 'Ann'))).toBe('ask');
    expect(first('ann', entity('Person', 'Ann'))).toBe('entity');
    expect(first('commits', entity('Channel', 'commits'))).toBe('ask');
    expect(first('45', entity('PullRequest', 'Fix', { hint: '#45', exact: true }))).toBe('entity');
  });

  it('offers names that are written almost like a text that finds nothing, and opens one', () => {
    const ada = entity('Person', 'Ada Okafor');
    const { choices, done, run } = offered('okofar', { entities: { ...NO_ENTITIES, similar: [ada] } });
    const similar = choices.filter(({ kind }) => kind === 'similar');
    expect(similar.map(({ group, label }) => [group, label])).toEqual([['Similar names', 'Ada Okafor']]);
    run('Ada Okafor');
    expect(done).toEqual([['openEntity', ada]]);
  });
});
