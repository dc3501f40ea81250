import { BATCH_PATH, FRAME, FRAME_START } from '@cairn/contracts/batch';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { joinReads } from './joined-reads.ts';

type Fetched = { path: string; init: RequestInit };

function frame(read: number, kind: number, text = ''): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(FRAME_START + bytes.length);
  whole.set([read, kind]);
  new DataView(whole.buffer).setUint32(2, bytes.length);
  whole.set(bytes, FRAME_START);
  return whole;
}
const whole = (read: number, text: string, status = 200) => [
  frame(read, FRAME.head, JSON.stringify({ status, headers: [['content-type', 'text/plain']] })),
  frame(read, FRAME.body, text),
  frame(read, FRAME.end),
];

/** A network that answers batches with what a test sends. */
function network() {
  const fetched: Fetched[] = [];
  let batch: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const fetch = joinReads(async (path, init) => {
    fetched.push({ path, init });
    if (path !== BATCH_PATH) return new Response(`alone at ${path}`);
    return new Response(new ReadableStream({ start: (controller) => void (batch = controller) }));
  });
  const read = (name: string, init: RequestInit = {}) =>
    fetch(`/api/acme/${name}`, { method: 'POST', body: JSON.stringify({ name }), ...init });
  const begun = async () => {
    await vi.waitFor(() => expect(batch).toBeDefined());
    return batch ?? expect.fail();
  };
  return { fetched, read, begun };
}

describe('reads that a page asks at once', () => {
  it('travel in one request, and each is answered as soon as it is whole', async () => {
    const { fetched, read, begun } = network();
    const [slow, quick] = [read('slow'), read('quick')];
    const batch = await begun();
    expect(fetched.map(({ path }) => path)).toEqual([BATCH_PATH]);
    expect(JSON.parse(String(fetched[0]?.init.body))).toEqual({
      reads: [
        { path: '/api/acme/slow', input: { name: 'slow' } },
        { path: '/api/acme/quick', input: { name: 'quick' } },
      ],
    });
    for (const bytes of whole(1, 'quick words', 403)) batch.enqueue(bytes);
    const answer = await quick;
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      403,
      'text/plain',
      'quick words',
    ]);
    for (const bytes of whole(0, 'slow words')) batch.enqueue(bytes);
    expect(await (await slow).text()).toBe('slow words');
  });

  it('say by what they are asked: an input, or their address alone', async () => {
    const { fetched, read, begun } = network();
    const answers = [read('posted'), read('got?names=true', { method: 'GET', body: null })];
    const batch = await begun();
    expect(JSON.parse(String(fetched[0]?.init.body))).toEqual({
      reads: [{ path: '/api/acme/posted', input: { name: 'posted' } }, { path: '/api/acme/got?names=true' }],
    });
    for (const bytes of [...whole(1, 'got'), ...whole(0, 'posted')]) batch.enqueue(bytes);
    expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual([
      'posted',
      'got',
    ]);
  });

  it('travel together where the parts of a page ask one after the other, but not for long', async () => {
    vi.useFakeTimers();
    try {
      const { fetched, read } = network();
      const ask = (name: string) => void read(name).catch(() => undefined);
      ask('head');
      await vi.advanceTimersByTimeAsync(10);
      ask('rows');
      expect(fetched).toEqual([]);
      await vi.advanceTimersByTimeAsync(10);
      expect(fetched.map(({ path }) => path)).toEqual([BATCH_PATH]);
      ask('late');
      await vi.advanceTimersByTimeAsync(20);
      expect(fetched.map(({ path }) => path)).toEqual([BATCH_PATH, '/api/acme/late']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('arrive whole however the network cuts them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        async (texts, step) => {
          const { read, begun } = network();
          const answers = texts.map((text, index) => read(String(index) + text.length));
          const batch = await begun();
          const bytes = new Uint8Array(
            texts.flatMap((text, index) => whole(index, text)).flatMap((each) => [...each]),
          );
          for (let at = 0; at < bytes.length; at += step) batch.enqueue(bytes.slice(at, at + step));
          batch.close();
          expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(texts);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('go to their own addresses one by one', async () => {
    const { fetched, read } = network();
    expect(await (await read('first')).text()).toBe('alone at /api/acme/first');
    expect(await (await read('second')).text()).toBe('alone at /api/acme/second');
    expect(fetched.map(({ path }) => path)).toEqual(['/api/acme/first', '/api/acme/second']);
  });

  it('fail alone where one breaks off, and together where the connection ends', async () => {
    const { read, begun } = network();
    const [broken, sound, lost] = [read('broken'), read('sound'), read('lost')];
    const failure = expect(lost).rejects.toThrow('ended early');
    const breaking = expect(broken).rejects.toThrow('ended early');
    const batch = await begun();
    batch.enqueue(frame(0, FRAME.broken));
    // The others go on, so it is told while the connection is open.
    await breaking;
    for (const bytes of whole(1, 'sound')) batch.enqueue(bytes);
    batch.close();
    expect(await (await sound).text()).toBe('sound');
    await failure;
  });

  it('are refused together by what refuses the request', async () => {
    const fetch = joinReads(async () => Response.json({ error: { code: 'unavailable' } }, { status: 503 }));
    const init = { method: 'POST', body: '{}' };
    const answers = await Promise.all([fetch('/api/a', init), fetch('/api/b', init)]);
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([503, { error: { code: 'unavailable' } }]);
  });

  it('end the request once none of them is wanted, and not before', async () => {
    const { fetched, read, begun } = network();
    const [one, other, never] = [new AbortController(), new AbortController(), new AbortController()];
    never.abort();
    const settled = Promise.allSettled([
      read('one', { signal: one.signal }),
      read('other', { signal: other.signal }),
      read('never', { signal: never.signal }),
    ]);
    await begun();
    expect(JSON.parse(String(fetched[0]?.init.body))).toMatchObject({ reads: [{}, {}] });
    one.abort();
    expect(fetched[0]?.init.signal?.aborted).toBe(false);
    other.abort();
    expect(fetched[0]?.init.signal?.aborted).toBe(true);
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
