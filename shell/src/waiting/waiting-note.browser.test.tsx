import { AppError } from '@cairn/contracts';
import { UiProvider } from '@cairn/ui';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../query-client.ts';
import { WaitingNote } from './waiting-note.tsx';

let root: Root;
/** A service's answer to each request. */
let answer: (signal: AbortSignal) => Promise<string>;
let asked: number;

function Page(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['figures'],
    queryFn: ({ signal }) => {
      asked += 1;
      return answer(signal);
    },
  });
  return <p>{data ?? error?.message ?? 'A skeleton'}</p>;
}

/** Advances the time, and lets React render. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const words = () => document.querySelector('main')?.textContent?.trim() ?? '';
const away = () => Promise.reject(new AppError('unavailable', 'svc-graph cannot be reached.'));
const hang = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

let client: QueryClient;
const draw = () => {
  client = createQueryClient();
  root.render(
    <QueryClientProvider client={client}>
      <UiProvider colorScheme="light">
        <WaitingNote />
        <Page />
      </UiProvider>
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  asked = 0;
  answer = hang;
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('a page that waits', () => {
  it('says so after five seconds, and Retry asks anew although the first request hangs', async () => {
    draw();
    await expect.poll(words).toContain('A skeleton');
    await pass(4_000);
    expect(words()).not.toContain('This takes longer than usual.');
    await pass(2_000);
    await vi.waitFor(() => expect(words()).toContain('This takes longer than usual.'));
    answer = () => Promise.resolve('Twelve commits');
    document.querySelector('button')?.click();
    await vi.waitFor(() => expect(words()).toBe('Twelve commits'));
    expect(asked).toBe(2);
  });

  it('is answered by itself when the service is back, however long it was away', async () => {
    answer = away;
    draw();
    await expect.poll(() => asked).toBe(1);
    await pass(120_000);
    await vi.waitFor(() => expect(words()).toContain('it is asked again every few seconds'));
    expect(asked).toBeGreaterThan(20);
    answer = () => Promise.resolve('Twelve commits');
    await pass(5_000);
    await vi.waitFor(() => expect(words()).toBe('Twelve commits'));
  });

  it('is told at once what asking again would not mend', async () => {
    answer = () => Promise.reject(new AppError('invalid_query', 'There is no such attribute.'));
    draw();
    await vi.waitFor(() => expect(words()).toBe('There is no such attribute.'));
  });

  it('keeps what it shows while the service is away, and says that it may be old', async () => {
    answer = () => Promise.resolve('Twelve commits');
    draw();
    await vi.waitFor(() => expect(words()).toBe('Twelve commits'));
    answer = away;
    void client.invalidateQueries();
    await expect.poll(() => asked).toBe(2);
    await pass(6_000);
    await vi.waitFor(() => expect(words()).toContain('What is shown may be old.'));
    expect(words()).toContain('Twelve commits');
    answer = () => Promise.resolve('Thirteen commits');
    await pass(5_000);
    await vi.waitFor(() => expect(words()).toBe('Thirteen commits'));
  });
});
