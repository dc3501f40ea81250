import type { DeepLink } from '@cairn/contracts';
import { savedTypes } from '@cairn/saved';
import { describe, expect, it } from 'vitest';
import { choicesFor } from './matches.ts';

const command = (label: string) => ({ id: label, label, group: 'Everywhere', run: () => undefined });
const link = (type: DeepLink['type'], name: string) =>
  ({ id: name, type, name, group: '', description: '' }) as unknown as DeepLink;
const searched = {
  types: savedTypes,
  commands: [command('Sign out'), command('Go to Library')],
  links: [
    link('dashboard-v1', 'Sign-off board'),
    ...['Commits by day', 'Commits by week', 'Commits by month', 'Commits by person'].map((name) =>
      link('explore-v1', name),
    ),
  ],
};

function offered(text: string) {
  const asked: string[] = [];
  const choices = choicesFor(text, searched, {
    ask: (words) => asked.push(words),
    openLink: () => undefined,
  });
  return { choices, asked, labels: choices.map(({ label }) => label) };
}

describe('search or ask', () => {
  it('offers the question first, so that Enter submits it', () => {
    const { choices, asked, labels } = offered('  commits by ');
    expect(labels[0]).toBe('Generate a question with commits by');
    choices[0]?.run();
    expect(asked).toEqual(['commits by']);
  });

  it('shows at most three saved things of a kind, with how many there are', () => {
    const { choices } = offered('commits');
    const questions = choices.filter(({ group }) => group.startsWith('Questions'));
    expect(questions.map(({ label }) => label)).toEqual([
      'Commits by day',
      'Commits by week',
      'Commits by month',
    ]);
    expect(questions[0]?.group).toBe('Questions · 4');
  });

  it('puts a command before the question only when the words begin it', () => {
    expect(offered('sign').labels.slice(0, 3)).toEqual([
      'Sign out',
      'Generate a question with sign',
      'Sign-off board',
    ]);
    expect(offered('library').labels).toEqual(['Generate a question with library', 'Go to Library']);
  });

  it('lists recent questions and boards while there is no text', () => {
    const groups = offered(' ').choices.map(({ group }) => group);
    expect([...new Set(groups)]).toEqual(['Recent Questions', 'Recent Boards', 'Everywhere']);
  });
});
