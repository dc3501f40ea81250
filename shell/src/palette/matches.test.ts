import type { DeepLink } from '@cairn/contracts';
import { savedTypes } from '@cairn/saved';
import { describe, expect, it } from 'vitest';
import { choicesFor, type Searched } from './matches.ts';

const command = (label: string) => ({ id: label, label, group: 'Everywhere', run: () => undefined });
const link = (type: DeepLink['type'], name: string) =>
  ({ id: name, type, name, group: '', description: '' }) as unknown as DeepLink;
const searched: Searched = {
  entities: { data: [], total: 0 },
  types: savedTypes,
  commands: [command('Sign out'), command('Go to Library')],
  saved: {
    data: [
      link('dashboard-v1', 'Sign-off board'),
      ...['Commits by day', 'Commits by week', 'Commits by month'].map((name) => link('explore-v1', name)),
    ],
    counts: { 'dashboard-v1': 1, 'explore-v1': 4_000 },
  },
};

function offered(text: string, entities: Searched['entities'] = searched.entities) {
  const asked: string[] = [];
  const choices = choicesFor(
    text,
    { ...searched, entities },
    {
      ask: (words) => asked.push(words),
      openLink: () => undefined,
      openEntity: () => undefined,
    },
  );
  return { choices, asked, labels: choices.map(({ label }) => label) };
}

describe('search or ask', () => {
  it('offers the question first, so that Enter submits it', () => {
    const { choices, asked, labels } = offered('  commits by ');
    expect(labels[0]).toBe('Generate a question with commits by');
    choices[0]?.run();
    expect(asked).toEqual(['commits by']);
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
    expect([...new Set(groups)]).toEqual(['Recent Questions', 'Recent Boards', 'Everywhere']);
  });

  it('stands entities after the question, and before it where the text is a key', () => {
    const ann = { uuid: 'p1', kind: 'Person', name: 'Ann', hint: 'ann@one.example', exact: false };
    const { choices, labels } = offered('ann', { data: [ann], total: 12 });
    expect(labels.slice(0, 2)).toEqual(['Generate a question with ann', 'Ann']);
    expect(choices[1]).toMatchObject({ group: 'Entities · 12', hint: 'person · ann@one.example' });
    const change = { uuid: 'c1', kind: 'PullRequest', name: 'Fix', hint: '#45', exact: true };
    const exact = offered('45', { data: [change], total: 1 });
    expect(exact.labels[0]).toBe('Fix');
    expect(exact.choices[0]?.hint).toBe('pull request · #45');
    expect(offered('', { data: [ann], total: 1 }).labels).not.toContain('Ann');
  });
});
