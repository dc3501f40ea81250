import { OrgId } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import type { EncodedAnswer } from '../query/codec/encode.ts';
import { ACME } from '../../test/search-fixture.ts';
import { StreamingAnswers } from './streaming-answers.ts';

const OTHER = OrgId.parse('other');
/** Chunks of a body that exceed what is produced ahead of the reader. */
function* chunks(fault?: Error) {
  for (let chunk = 0; chunk < 8; chunk++) yield 'x'.repeat(2 ** 20);
  if (fault) throw fault;
}

const answer = (rowCount: number, fault?: Error): EncodedAnswer => ({
  headers: {},
  chunks: chunks(fault),
  rowCount,
  rowsInMemory: rowCount,
  release: () => {},
});

describe('rows of streaming answers', () => {
  it('are released whether they are read, broken off, at fault, or not read on', async () => {
    const answers = new StreamingAnswers({ rowsPerOrg: 10, idle: 5 });
    const ways: ((body: ReadableStream<Uint8Array>) => Promise<unknown>)[] = [
      async (body) => expect(await new Response(body).text()).toHaveLength(8 * 2 ** 20),
      (body) => body.cancel(),
      (body) => expect(new Response(body).text()).rejects.toThrow('the disk is gone'),
      (body) => expect(body.getReader().closed).rejects.toMatchObject({ code: 'cancelled' }),
    ];
    // Each fits only if the one before was released.
    for (const [index, way] of ways.entries())
      await way(answers.body(ACME, answer(10, index === 2 ? new Error('the disk is gone') : undefined)));
    expect(() => answers.body(ACME, answer(10))).not.toThrow();
  });

  it('are bounded for each org, but a single answer is not', async () => {
    const answers = new StreamingAnswers({ rowsPerOrg: 10, idle: 60_000 });
    const first = answers.body(ACME, answer(1_000));
    const refused = expect.objectContaining({ code: 'rate_limited', retryAfter: 10 }) as Error;
    expect(() => answers.body(ACME, answer(1))).toThrow(refused);
    const others = answers.body(OTHER, answer(1));
    await Promise.all([first.cancel(), others.cancel()]);
    await answers.body(ACME, answer(1)).cancel();
  });
});
