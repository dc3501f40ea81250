import { queryContract, Rows } from '@cairn/contracts';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchFixture } from '../../test/search-fixture.ts';
import type { SearchFixture } from '../../test/search-fixture.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await searchFixture();
});
afterAll(() => fixture.close());

type Day = 1 | 6 | 7;

/**
 * Posts a query with a token that carries the org's first day; without a day, the token is of an older
 * version.
 */
async function answerTo(firstDay: Day | undefined, path: string, question: unknown): Promise<Response> {
  const headers = await fixture.tokens.headers({ role: 'super', ...(firstDay ? { firstDay } : {}) });
  const answer = await fixture.post(path, question, { ...headers, accept: 'application/json' });
  expect(answer.status).toBe(200);
  return answer;
}

async function parsed<T extends z.ZodType>(output: T, answer: Promise<Response>): Promise<z.output<T>> {
  return output.parse(await (await answer).json());
}

const rowsTo = (firstDay: Day | undefined, path: string, question: unknown) =>
  parsed(Rows, answerTo(firstDay, path, question));

const WEEKS = { select: ['Commit'], timeUnit: 'weeks', startDate: '2024-03-08', endDate: '2024-03-14' };
const startsOf = ({ data }: Rows) => data.map(({ timestamp }) => String(timestamp).slice(5, 10));

describe('the first day of the week that a token names', () => {
  it('is what weeks begin with, Monday where it names none', async () => {
    const starts = async (day?: Day) => startsOf(await rowsTo(day, 'time-series', WEEKS));
    expect(await starts()).toEqual(['03-04', '03-11']);
    expect(await starts(7)).toEqual(['03-03', '03-10']);
    expect(await starts(6)).toEqual(['03-02', '03-09']);
    expect(await starts(1)).toEqual(['03-04', '03-11']);
  });

  it('gives way to the one that a question names', async () => {
    const named = { ...WEEKS, firstDay: 1 };
    expect(startsOf(await rowsTo(7, 'time-series', named))).toEqual(['03-04', '03-11']);
  });

  it('parts the answers that are kept, and their tags', async () => {
    const question = {
      select: ['Commit'],
      groupBys: [{ target: 'Commit', attribute: 'committedAt', unit: 'week' }],
    };
    const ask = async (day?: Day) => {
      const answer = await answerTo(day, 'group-bys', question);
      return { tag: answer.headers.get('etag'), text: await answer.text() };
    };
    const [sunday, monday, again, old] = [await ask(7), await ask(1), await ask(7), await ask()];
    expect(again).toEqual(sunday);
    expect(old).toEqual(monday);
    expect(sunday.text).not.toBe(monday.text);
    expect(sunday.tag).not.toBe(monday.tag);
    const known = {
      ...(await fixture.tokens.headers({ role: 'super', firstDay: 1 })),
      accept: 'application/json',
    };
    const status = async (tag: string | null) =>
      (await fixture.post('group-bys', question, { ...known, 'if-none-match': tag ?? '' })).status;
    expect([await status(monday.tag), await status(sunday.tag)]).toEqual([304, 200]);
  });

  it('holds for windows and for the values of a filter', async () => {
    // The fixture's clock stands at Sunday, 1 December 2024.
    const { meta } = await rowsTo(7, 'group-bys', { select: ['Commit'], duration: 'L1W' });
    expect([meta.start, meta.end]).toEqual(['2024-11-24T00:00:00.000Z', '2024-12-01T00:00:00.000Z']);
    const filters = [
      { target: 'Commit', attribute: 'committedAt', unit: 'week', comparison: { IN: ['2024-03-10'] } },
    ];
    const values = { select: ['Commit'], filters, target: 'Commit', attribute: 'message' };
    const total = async (day: Day) =>
      (await parsed(queryContract.facetOptions.output, answerTo(day, 'facet-options', values))).meta.total;
    expect([await total(7), await total(1)]).toEqual([2, 3]);
  });

  it('holds for explanations and for the reasons of an empty answer', async () => {
    const explained = async (day: Day) => {
      const answer = answerTo(day, 'explain', { select: ['Commit'], duration: 'L1W' });
      return (await parsed(queryContract.explain.output, answer)).data.params.map(({ value }) => value);
    };
    expect(await explained(7)).toContain('2024-11-24T00:00:00.000Z');
    expect(await explained(1)).toContain('2024-11-18T00:00:00.000Z');
    await answerTo(7, 'empty-reasons', { select: ['Commit'], duration: 'L1W' });
  });

  it('holds for highlights, whose questions leave it to their reader', async () => {
    const highlights = (day: Day, question: object) =>
      parsed(queryContract.overviewHighlights.output, answerTo(day, 'overview-highlights', question));
    const { data, meta } = await highlights(7, { startDate: '2024-03-01', endDate: '2024-03-31' });
    expect(data.map(({ query }) => query.firstDay)).toEqual(data.map(() => undefined));
    expect(meta.start).toBe('2024-03-01T00:00:00.000Z');
    const week = async (day: Day) => (await highlights(day, { duration: 'L1W' })).meta.start;
    expect([await week(7), await week(1)]).toEqual(['2024-11-24T00:00:00.000Z', '2024-11-18T00:00:00.000Z']);
  });

  it('is refused when it is no day', async () => {
    const headers = await fixture.tokens.headers({ firstDay: 8 as 7 });
    expect((await fixture.post('group-bys', WEEKS, headers)).status).toBe(401);
  });
});
