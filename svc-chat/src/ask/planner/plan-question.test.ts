import { AppError, AskAnswer } from '@cairn/contracts';
import { CATALOGUE, reducersFor } from '@cairn/entities';
import { leavesOf, Query } from '@cairn/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../../test/corpus.ts';
import { EXAMPLES } from './refusals.ts';
import { ask, lexicon } from '../../../test/planner.ts';
import { inShort } from '../../../test/query-in-short.ts';
import type { LookUp } from './resolve-value.ts';
import { ATTRIBUTE_SYNONYMS, KIND_SYNONYMS, PAIRS } from './synonyms.ts';

/** The names of a query that the catalogue lacks. */
function unknownTo(query: Query): string[] {
  const kind = query.select[0] ?? 'Event';
  const typeOf = ({ target, attribute }: { target: string; attribute: string }) =>
    CATALOGUE.attributeAt(kind, target, attribute)?.type;
  const fields = [...leavesOf(query.filters), ...query.groupBys, ...query.aggregations];
  const measures = query.aggregations.filter((measure) => {
    const type = typeOf(measure);
    return !type || !reducersFor(type).includes(measure.reducer);
  });
  return [...fields.filter((field) => !typeOf(field)), ...measures].map((field) => JSON.stringify(field));
}

describe('planner', () => {
  it('is asked enough', () => {
    expect(CORPUS.length).toBeGreaterThan(180);
  });

  it.each(CORPUS)('%s', async (question, expected) => {
    const answer = await ask(question);
    expect(inShort(answer)).toBe(expected);
    expect(unknownTo(answer.query)).toEqual([]);
    expect(AskAnswer.parse(answer)).toEqual(answer);
  });

  it.each(EXAMPLES)('answers its own example: %s', async (example) => {
    expect((await ask(example)).ignored).toEqual([]);
  });

  it.each([
    'who are the most productive developers',
    'rank developers by commits',
    'who is the best engineer',
    'leaderboard of authors',
    'who are the laziest people',
    'top performers this year',
    'which of our developers is the slowest',
    'productivity per engineer',
    'who should we fire',
  ])('does not grade people: %s', async (question) => {
    await expect(ask(question)).rejects.toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining('does not rank or grade people'),
    });
  });

  it('lists people by name where the most was asked', async () => {
    const answer = await ask('top 10 contributors this year');
    expect(answer.query.order).toEqual([{ by: 'Person.name', direction: 'ascending' }]);
    expect(answer.query.limit).toBeUndefined();
    expect(answer.understood).toContain('People are listed by name and not ranked.');
  });

  it.each([
    'Wie viele Commits pro Autor im letzten Monat',
    'Combien de commits par auteur le mois dernier',
    '¿Cuántos commits por autor el mes pasado?',
    'Quanti commit per autore nel mese scorso',
    'どの作者が一番多くコミットしましたか',
    'сколько коммитов за месяц',
    '上个月每个作者的提交数',
  ])('says that it reads English only: %s', async (question) => {
    await expect(ask(question)).rejects.toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining('English'),
    });
  });

  it.each(['hello there', 'what is the weather', 'asdf qwer', '???', '1', '<script>alert(1)</script>', ' '])(
    'offers examples for what means nothing to it: %s',
    async (question) => {
      await expect(ask(question)).rejects.toMatchObject({
        code: 'invalid_query',
        details: { examples: EXAMPLES },
      });
    },
  );

  it.each([
    'DROP TABLE Commit; --',
    'SELECT * FROM Commit',
    "commits by '; DELETE FROM Commit --",
    'commits where 1=1 or true',
  ])('carries hostile text as a value or not at all: %s', async (question) => {
    const answer = await ask(question);
    expect(answer.query.select).toEqual(['Commit']);
    expect(unknownTo(answer.query)).toEqual([]);
  });

  it('says which words it did not use', async () => {
    expect((await ask('commits per author flurbed last month')).ignored).toEqual(['flurbed']);
  });

  it('says how it read a slip of the keys', async () => {
    const answer = await ask('comits per autor last month');
    expect(answer.understood).toContain('“autor” read as “author”.');
  });

  it('leaves names alone that are nearly words', async () => {
    expect(inShort(await ask('commits by Linus'))).toBe(
      'Commit | where Person.name IN Linus | as unifiedTable',
    );
    expect(inShort(await ask('commits by linus'))).toBe(
      'Commit | where Person.name IN Linus | as unifiedTable',
    );
  });

  it.each([
    ['commits by Zaphod last month', 'No person is called “Zaphod”.'],
    ['no commits by zaphod', 'No person is called “zaphod”.'],
    ['commits by Lovelave', 'No person is called “Lovelave”. Did you mean “Ada Lovelace”?'],
    ['what changed in v8.0.0', 'No file is called “v8.0.0”.'],
    ['new contributors this year', 'Who is new cannot be asked in words yet.'],
    ['first-time contributors this year', 'Who is new cannot be asked in words yet.'],
    ['commits between v1.2.0 and v1.3.0', 'What lies between two releases cannot be asked in words yet'],
    ['share of commits by author', 'A share cannot be asked in words yet'],
    ['files changed together', 'What changes together cannot be asked in words yet.'],
    ['stale files', 'What nobody has touched for long cannot be asked in words yet.'],
    ['authors with more than 10 commits', 'The number of commits cannot be bounded'],
    ['which files were deleted last month', 'Which files are gone cannot be asked'],
    ['did commits go up in 2025', 'Whether something goes up or down'],
    ['who owns src/query', 'Who owns something is not known'],
    ['first commit of each author', 'The first or last of each cannot be asked'],
    ['how many lines of code are there', 'How many lines there are now is not known'],
    ['commits per team', 'Commits have no team'],
  ])('refuses what it would have to guess, with the reason: %s', async (question, reason) => {
    await expect(ask(question)).rejects.toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining(reason),
    });
  });

  it('searches for a name as text, and says so, when names cannot be looked up', async () => {
    const away = () => Promise.resolve(null);
    const answer = await ask('commits by Zaphod last month', { lookUp: away });
    expect(inShort(answer)).toBe('Commit | search Zaphod | L1M | as unifiedTable');
    expect(answer.understood).toContain('“Zaphod” is searched for as text.');
  });

  it.each([
    ['commits not by bots or merges', ['Commit.isMerge IN false', 'Person.isBot IN false']],
    ['commits neither by bots nor merges', ['Commit.isMerge IN false', 'Person.isBot IN false']],
    ['commits not by Ada or bots', ['Person.isBot IN false', 'Person.name NOT IN Ada Lovelace']],
    ['commits not by bots or Ada', ['Person.isBot IN false', 'Person.name NOT IN Ada Lovelace']],
    ['commits not by Ada or Grace', ['Person.name NOT IN Ada Lovelace, Grace Hopper']],
  ])('leaves out both: %s', async (question, left) => {
    const where = left.map((filter) => `where ${filter}`).join(' | ');
    expect(inShort(await ask(question))).toBe(`Commit | ${where} | as unifiedTable`);
  });

  it.each([
    ['commits by Evan You', 'Person.name IN Evan You'],
    ['what did Evan You change', 'Person.name IN Evan You'],
    ['commits by Nicholas Zakas', 'Person.name IN Nicholas C. Zakas'],
    ['commits by sapphi-red', 'Person.email IN 4+sapphi-red@users.noreply.github.com'],
    ['commits on main', 'Branch.name IN main'],
  ])(
    'finds names by their parts, by logins, and where a word means something else: %s',
    async (question, found) => {
      const values: Readonly<Record<string, readonly string[]>> = {
        'Person.name': ['Evan You', 'Nicholas C. Zakas'],
        'Person.email': ['4+sapphi-red@users.noreply.github.com'],
        'SourceFile.directory': ['main'],
        'Branch.name': ['main'],
      };
      const lookUp: LookUp = ({ target, attribute }, contains) =>
        Promise.resolve(
          (values[`${target}.${attribute}`] ?? []).filter((value) =>
            value.toLowerCase().includes(contains.toLowerCase()),
          ),
        );
      expect(inShort(await ask(question, { lookUp }))).toBe(`Commit | where ${found} | as unifiedTable`);
    },
  );

  it('leaves nothing out for a name that nobody has, and says so', async () => {
    const answer = await ask('commits not by Zaphod');
    expect(answer.query.filters).toEqual([]);
    expect(answer.understood).toContain('Nothing is called “Zaphod”, so nothing is left out for it.');
  });

  it('reads paths and languages without a graph, and searches for the rest', async () => {
    const short = async (text: string) => inShort(await ask(text, { lookUp: null }));
    expect(await short('who touched src/query')).toContain('where SourceFile.path STARTS WITH src/query/');
    expect(await short('who touched src/query/plan.ts')).toContain(
      'where SourceFile.path IN src/query/plan.ts',
    );
    expect(await short('commits to .md files')).toContain('where SourceFile.extension IN md');
    expect(await short('commits by "Ada Lovelace"')).toContain('search "Ada Lovelace"');
  });

  it('keeps the zone of the asker in the query', async () => {
    expect((await ask('commits per day', { timezone: 'Asia/Tokyo' })).query.timezone).toBe('Asia/Tokyo');
  });

  it.each(['__proto__', 'constructor', 'commits by constructor', 'valueOf'])(
    'takes %s for a word like any other',
    async (text) => {
      const answer = await ask(text).catch((error: unknown) => error);
      if (answer instanceof AppError) expect(answer.code).toBe('invalid_query');
      else AskAnswer.parse(answer);
    },
  );

  it('gives a valid query or a refusal for any text', async () => {
    const words = [
      ...lexicon.phrases.keys(),
      'by',
      'per',
      'most',
      'last',
      '"',
      "'s",
      'top 10',
      'in',
      'src/a.ts',
      '|',
    ];
    const anything = fc.oneof(
      fc.string({ maxLength: 200, unit: 'grapheme' }),
      fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((parts) => parts.join(' ')),
      fc
        .array(fc.constantFrom(...CORPUS.flatMap(([text]) => text.split(' '))), { maxLength: 16 })
        .map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const answer = await ask(text).catch((error: unknown) => error);
        if (answer instanceof AppError) {
          expect(answer.code).toBe('invalid_query');
          expect(answer.cause).toBeUndefined();
          return;
        }
        const { query } = AskAnswer.parse(answer);
        expect(Query.parse(query)).toEqual(query);
        expect(unknownTo(query)).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('synonyms', () => {
  it('name only what the catalogue has', () => {
    const fields = [...Object.keys(ATTRIBUTE_SYNONYMS), ...Object.values(PAIRS).flat()];
    expect(fields.filter((field) => !CATALOGUE.attribute(...(field.split('.') as [string, string])))).toEqual(
      [],
    );
    expect(Object.keys(KIND_SYNONYMS).filter((kind) => !CATALOGUE.kind(kind))).toEqual([]);
    expect(lexicon.conditions).toHaveLength(6);
  });
});
