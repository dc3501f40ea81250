import { AppError, type FoundEntity } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { ask } from '../../test/planner.ts';
import type { FindNames } from './graph-names.ts';
import { readIntent } from './read-intent.ts';

const NAMES: readonly (readonly [kind: string, name: string, key?: string])[] = [
  ['Team', 'Payments'],
  ['Team', 'Platform Tools'],
  ['Team', 'Platform Core'],
  ['Person', 'Grace Brooks'],
  ['Person', 'Мария Иванова'],
  ['Channel', 'commits'],
  ['Issue', 'Parser loops', 'CAT-45'],
  ['SourceFile', 'plan.ts', 'src/query/plan.ts'],
];

/** Finds as the graph does: by words of the name, or by the key. */
const find: FindNames = (term, only) => {
  const words = term.toLowerCase().split(' ');
  const found = NAMES.flatMap(([kind, name, key]): FoundEntity[] => {
    const exact = key?.toLowerCase() === term.toLowerCase();
    if (!exact && !words.every((word) => name.toLowerCase().includes(word))) return [];
    return [{ uuid: `${kind}:${name}`, kind, name, hint: null, exact }];
  });
  return Promise.resolve(found.filter(({ kind }) => only === undefined || kind === only));
};
const never: FindNames = () => Promise.resolve([]);

const read = (text: string, names = find) => readIntent(text, names, (question) => ask(question));

describe('a text means a team', () => {
  it.each([
    'open the Payments team',
    'payments team',
    'Team Payments',
    'show me the payments team page',
    'Payments',
    'payments?',
  ])('that is called so: %s', async (text) => {
    expect(await read(text)).toEqual({ intent: 'team', teamUuid: 'Team:Payments' });
  });

  it.each(['teams', 'open teams', 'show me all the teams'])('without one: %s', async (text) => {
    expect(await read(text)).toEqual({ intent: 'team', teamUuid: null });
  });

  it('when one alone has the words, and else is searched for', async () => {
    expect(await read('tools team')).toEqual({ intent: 'team', teamUuid: 'Team:Platform Tools' });
    expect(await read('find platform')).toEqual({ intent: 'search', term: 'platform' });
  });
});

describe('a text is searched for', () => {
  it.each([
    ['grace', 'grace'],
    ['find Grace Brooks', 'Grace Brooks'],
    ['who is grace brooks?', 'grace brooks'],
    ['open cat-45', 'cat-45'],
    ['src/query/plan.ts', 'src/query/plan.ts'],
    ['мария', 'мария'],
  ])('where it names something: %s', async (text, term) => {
    expect(await read(text)).toEqual({ intent: 'search', term });
  });
});

describe('a text is a question', () => {
  it.each([
    'commits',
    'find commits by ada',
    'commits per author last month',
    'show me the commits of linus',
  ])('where it is understood whole: %s', async (text) => {
    expect(await read(text)).toMatchObject({ intent: 'query', ignored: [] });
  });

  it('with words left over, where nothing has those words', async () => {
    expect(await read('flurbed commits')).toMatchObject({ intent: 'query', ignored: ['flurbed'] });
  });

  it('that may be refused with its reason', async () => {
    await expect(read('best developer')).rejects.toThrow(/does not rank/);
    await expect(read('what is the weather')).rejects.toThrow(AppError);
    await expect(read('grace', never)).rejects.toThrow(/Nothing in this question/);
  });
});

describe('a text wants an analysis', () => {
  it.each([
    ['analyse delivery', 'delivery'],
    ['open the topic Cycle time', 'Cycle time'],
    ['the Code review topic', 'Code review'],
    ['Summary of the retro', 'retro'],
  ])('of a topic: %s', async (text, topicName) => {
    expect(await read(text)).toEqual({ intent: 'analysis', topicName });
  });

  it('that is a question where its words are one', async () => {
    expect(await read('summarise commits per author')).toMatchObject({
      intent: 'query',
      title: 'Commits by author',
    });
  });
});

it.each([
  'javascript:alert(1)',
  `'; DROP TABLE "Person"; --`,
  '<img src=x onerror=alert(1)>',
  '()[]{}*+?',
  '...',
  '%',
])('a hostile text leads to nothing but a refusal: %s', async (text) => {
  await expect(read(text)).rejects.toMatchObject({ code: 'invalid_query' });
});
