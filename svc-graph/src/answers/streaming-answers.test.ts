import { OrgId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../query/codec/answer.ts';
import { ACME } from '../../test/search-fixture.ts';
import { LongAnswers } from './streaming-answers.ts';

const OTHER = OrgId.parse('other');
const meta = {
  limit: 1,
  total: 1,
  truncated: false,
  timezone: 'UTC',
  start: null,
  end: null,
  dataVersion: 1,
};
const answer = (rowCount: number): Answer => ({ columns: [], table: { rowCount, vectors: [] }, meta });

/** Parts of a body, more than are made ahead of a reader. */
function* parts(fault?: Error) {
  for (let part = 0; part < 8; part++) yield 'x'.repeat(2 ** 20);
  if (fault) throw fault;
}

describe('rows of long answers', () => {
  it('are let go whether they are read, broken off, at fault, or not read on', async () => {
    const answers = new LongAnswers({ rowsPerOrg: 10, idle: 5 });
    const ways: ((body: ReadableStream<Uint8Array>) => Promise<unknown>)[] = [
      async (body) => expect(await new Response(body).text()).toHaveLength(8 * 2 ** 20),
      (body) => body.cancel(),
      (body) => expect(new Response(body).text()).rejects.toThrow('the disk is gone'),
      (body) => expect(body.getReader().closed).rejects.toMatchObject({ code: 'cancelled' }),
    ];
    // None would find room if the one before were still held.
    for (const [index, way] of ways.entries())
      await way(
        answers.body(ACME, answer(10), parts(index === 2 ? new Error('the disk is gone') : undefined)),
      );
    expect(() => answers.body(ACME, answer(10), parts())).not.toThrow();
  });

  it('are bounded for each org, but a single answer is not', async () => {
    const answers = new LongAnswers({ rowsPerOrg: 10, idle: 60_000 });
    const first = answers.body(ACME, answer(1_000), parts());
    const refused = expect.objectContaining({ code: 'rate_limited', retryAfter: 10 }) as Error;
    expect(() => answers.body(ACME, answer(1), parts())).toThrow(refused);
    const others = answers.body(OTHER, answer(1), parts());
    await Promise.all([first.cancel(), others.cancel()]);
    await answers.body(ACME, answer(1), parts()).cancel();
  });
});
