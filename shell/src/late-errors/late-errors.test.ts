import { AppError } from '@cairn/contracts';
import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { reportLateErrors } from './late-errors.ts';

let target: EventTarget;
let shown: string[];
let time: number;

beforeEach(() => {
  target = new EventTarget();
  shown = [];
  time = 0;
  reportLateErrors({ target, showToast: ({ message }) => shown.push(message), now: () => time });
});

const thrown = (error?: unknown) => target.dispatchEvent(Object.assign(new Event('error'), { error }));
const rejected = (reason?: unknown) =>
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

/** An error thrown by a script of a remote. */
const ofRemote = (message: string) =>
  Object.assign(new TypeError(message), {
    stack: `TypeError: ${message}\n    at tick (https://cairn.example/remotes/explore/assets/chart.0123.js:1:2)`,
  });

describe('an error that nobody caught', () => {
  it('is told with a code that names its front-end, whether it was thrown or rejected', () => {
    thrown(ofRemote('x is undefined'));
    time = 60_000;
    rejected(new Error('late'));
    expect(shown).toEqual([
      expect.stringMatching(/^Something on this page failed in the background\. .* support: explore-\w+$/),
      expect.stringMatching(/support: cairn-\w+$/),
    ]);
  });

  it('is told once, however often a timer repeats it', () => {
    for (time of [0, 60_000, 120_000]) thrown(ofRemote('x is undefined'));
    expect(shown).toHaveLength(1);
  });

  it('is one message with others of the same moment', () => {
    for (let n = 0; n < 5; n += 1) rejected(new Error(`fault ${n}`));
    expect(shown).toHaveLength(1);
    time = 30_000;
    rejected(new Error('fault 5'));
    expect(shown).toHaveLength(2);
  });

  it.each([
    ['given up', new DOMException('The user aborted a request.', 'AbortError')],
    ['cancelled', new AppError('cancelled', 'The request was cancelled.')],
    ['of a session that ended', new AppError('unauthenticated', 'Sign in to go on.')],
    [
      'of a browser extension',
      Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/inject.js:1' }),
    ],
  ])('is not shown when it is %s', (_, error) => {
    rejected(error);
    expect(shown).toEqual([]);
  });

  it('is not told where the browser only warns', () => {
    thrown();
    expect(shown).toEqual([]);
  });

  it('is not told again when the page said so itself', async () => {
    const client = createQueryClient();
    const failure = () => Promise.reject(new AppError('conflict', 'Somebody else saved before.'));
    const saves = new MutationObserver(client, { mutationFn: failure, onError: () => undefined });
    await saves.mutate().catch(rejected);
    await client.fetchQuery({ queryKey: ['a'], queryFn: failure }).catch(rejected);
    expect(shown).toEqual([]);
    const silent = new MutationObserver(client, { mutationFn: failure });
    await silent.mutate().catch(rejected);
    expect(shown).toHaveLength(1);
  });
});
