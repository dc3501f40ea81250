import { BATCH_PATH, FRAME, FRAME_START, MOST_READS } from '@cairn/contracts/batch';
import { describe, expect, it, vi } from 'vitest';
import { ask, gateway, seen, setUpGateway, signedIn } from '../../test/gateway.ts';

setUpGateway();

interface Frame {
  read: number;
  kind: number;
  text: string;
}

/** The frames of an answer, as they come. */
async function* framesIn(answer: Response): AsyncGenerator<Frame> {
  let kept = new Uint8Array();
  for await (const part of answer.body ?? []) {
    kept = new Uint8Array([...kept, ...part]);
    for (;;) {
      const end = FRAME_START + (kept.length < FRAME_START ? 0 : new DataView(kept.buffer).getUint32(2));
      if (kept.length < end) break;
      const text = new TextDecoder().decode(kept.subarray(FRAME_START, end));
      yield { read: kept[0] ?? 0, kind: kept[1] ?? 0, text };
      kept = kept.slice(end);
    }
  }
}

const at = (kind: string, input: unknown = {}, org = 'acme') => ({
  path: `/api/${org}/joined/${kind}`,
  input,
});
const send = (body: unknown, init: RequestInit = {}, headers = signedIn()) =>
  ask(BATCH_PATH, {
    method: 'POST',
    ...headers,
    ...init,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      ...headers.headers,
      'content-type': 'application/json',
      ...(init.headers as Record<string, string>),
    },
  });

/** What each read of a batch was answered. */
async function answersOf(reads: readonly unknown[], headers = signedIn()) {
  const answers = reads.map(() => ({
    status: 0,
    headers: {} as Record<string, string>,
    text: '',
    ended: false,
    broken: false,
  }));
  for await (const { read, kind, text } of framesIn(await send({ reads }, {}, headers))) {
    const answer = answers[read];
    if (!answer) throw new Error(`nobody asked read ${read}`);
    if (kind === FRAME.head) {
      const head = JSON.parse(text) as { status: number; headers: [string, string][] };
      Object.assign(answer, { status: head.status, headers: Object.fromEntries(head.headers) });
    }
    if (kind === FRAME.body) answer.text += text;
    if (kind === FRAME.end) answer.ended = true;
    if (kind === FRAME.broken) answer.broken = true;
  }
  return answers;
}

describe('a batch', () => {
  it('answers each read as if it had come alone', async () => {
    const input = { select: ['Commit'] };
    const [small, refused, arrow, elsewhere] = await answersOf([
      at('small', input),
      at('refused'),
      at('arrow'),
      at('small', {}, 'initech'),
    ]);
    expect(small).toMatchObject({ status: 200, text: '{}', ended: true });
    expect(small?.headers['content-type']).toMatch(/^application\/json/);
    expect(refused).toMatchObject({ status: 403, ended: true });
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({
      error: { code: 'forbidden', message: 'Not yours.' },
    });
    expect(arrow?.text).toBe('a line of words\n'.repeat(1_250));
    expect(arrow?.headers['content-type']).toBe('application/vnd.apache.arrow.stream');
    expect(elsewhere).toMatchObject({ status: 404, ended: true });
    expect(seen.find(({ path }) => path.endsWith('/small'))).toMatchObject({
      method: 'POST',
      body: JSON.stringify(input),
    });
    expect(seen.every(({ headers }) => headers.get('authorization') === 'Bearer token-acme')).toBe(true);
  });

  it('asks by GET what is asked by its address alone', async () => {
    const [things, small] = await answersOf([{ path: '/api/acme/joined-things?names=true' }, at('small')]);
    expect(things).toMatchObject({ status: 200, text: JSON.stringify({ service: 'graph' }), ended: true });
    expect(small?.ended).toBe(true);
    const [asked] = seen.filter(({ path }) => path.startsWith('/api/acme/joined-things'));
    expect(asked).toMatchObject({ method: 'GET', path: '/api/acme/joined-things?names=true', body: '' });
    expect(asked?.headers.get('authorization')).toBe('Bearer token-acme');
    expect(asked?.headers.get('content-type')).toBeNull();
  });

  it('answers nothing of an org without a session', async () => {
    const [answer] = await answersOf([at('small')], { headers: {} } as ReturnType<typeof signedIn>);
    expect(answer?.status).toBe(401);
    expect(seen).toEqual([]);
  });

  it('tells what is ready while another read waits, also compressed', async () => {
    for (const [ended, encoding] of ['gzip', 'identity'].entries()) {
      const control = new AbortController();
      const init = { signal: control.signal, headers: { 'accept-encoding': encoding } };
      const answer = await send({ reads: [at('waiting'), at('small')] }, init);
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
      const frames = framesIn(answer);
      expect((await frames.next()).value).toMatchObject({ read: 1, kind: FRAME.head });
      expect((await frames.next()).value).toEqual({ read: 1, kind: FRAME.body, text: '{}' });
      expect((await frames.next()).value).toMatchObject({ read: 1, kind: FRAME.end });
      control.abort();
      await expect(frames.next()).rejects.toThrow();
      await vi.waitFor(() => expect(gateway.aborted).toBe(ended + 1));
    }
  });

  it('ends its reads when the page leaves', async () => {
    const control = new AbortController();
    const answer = await send(
      { reads: [at('waiting'), at('waiting'), at('small')] },
      { signal: control.signal },
    );
    await framesIn(answer).next();
    control.abort();
    await vi.waitFor(() => expect(gateway.aborted).toBe(2));
  });

  it('says which read broke off, and goes on with the others', async () => {
    const [cut, small] = await answersOf([at('cut'), at('small')]);
    expect(cut).toMatchObject({ text: 'begins', ended: false, broken: true });
    expect(small).toMatchObject({ text: '{}', ended: true, broken: false });
  });

  it.each([
    ['what is no JSON', '{', 'invalid_json'],
    ['no reads', { reads: [] }, 'invalid_input'],
    ['too many reads', { reads: Array.from({ length: MOST_READS + 1 }, () => at('small')) }, 'invalid_input'],
    ['an act', { reads: [at('small'), { path: '/api/acme/things', input: {} }] }, 'invalid_input'],
    ['a read that travels alone', { reads: [{ path: '/api/acme/things' }] }, 'invalid_input'],
    [
      'a read by another method',
      { reads: [{ path: '/api/acme/joined-things', input: {} }] },
      'invalid_input',
    ],
    ['itself', { reads: [{ path: BATCH_PATH, input: { reads: [at('small')] } }] }, 'invalid_input'],
    [
      'another machine',
      { reads: [{ path: '//evil.example/api/acme/joined/small', input: {} }] },
      'invalid_input',
    ],
    ['a way around', { reads: [{ path: '/api/acme/joined/../things', input: {} }] }, 'invalid_input'],
    ['more than a read', { reads: [{ ...at('small'), method: 'DELETE' }] }, 'invalid_input'],
  ])('refuses %s, and asks nothing', async (_, body, code) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code } });
    expect(seen).toEqual([]);
  });

  it('refuses a page of another site, and a body over a megabyte', async () => {
    const foreign = await send({ reads: [at('small')] }, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    const large = await send({ reads: [at('small', 'x'.repeat(1_100_000))] });
    expect(large.status).toBe(413);
    expect(seen).toEqual([]);
  });
});
