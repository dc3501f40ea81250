import { GRAPH_DATA } from '@cairn/host';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { graphRefresh } from './graph-refresh.ts';

let client: QueryClient;
let stops: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  client = new QueryClient();
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
  vi.useRealTimers();
});

/** A query on the page; returns how often it was requested. */
function shown(key: string, answer: () => unknown = () => key, meta: Record<string, unknown> = GRAPH_DATA) {
  const ask = vi.fn(async () => answer());
  const observer = new QueryObserver(client, { queryKey: [key], queryFn: ask, meta, retry: false });
  stops.push(observer.subscribe(() => {}));
  return { ask, data: () => observer.getCurrentResult().data };
}

function refresher() {
  const refresh = graphRefresh(client);
  stops.push(refresh.stop);
  return refresh;
}

describe('a new data version', () => {
  it('has what reads the graph asked again, and nothing else', async () => {
    const refresh = refresher();
    refresh.told(1);
    const graph = shown('commits');
    const account = shown('account', () => 'ada', {});
    await vi.advanceTimersByTimeAsync(0);
    refresh.told(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(graph.ask).toHaveBeenCalledTimes(2);
    expect(account.ask).toHaveBeenCalledTimes(1);
  });

  it('that is known already changes nothing, and neither does the first on a page that asked nothing', async () => {
    const refresh = refresher();
    refresh.told(7);
    const graph = shown('commits');
    await vi.advanceTimersByTimeAsync(0);
    refresh.told(7);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(graph.ask).toHaveBeenCalledTimes(1);
  });

  it('has answers from before the first one asked again, because they may be older', async () => {
    const graph = shown('commits');
    await vi.advanceTimersByTimeAsync(0);
    refresher().told(7);
    await vi.advanceTimersByTimeAsync(0);
    expect(graph.ask).toHaveBeenCalledTimes(2);
  });

  it('of many leads to one reading every five seconds, the last of them after the last version', async () => {
    const refresh = refresher();
    refresh.told(0);
    let version = 0;
    const graph = shown('commits', () => version);
    await vi.advanceTimersByTimeAsync(0);
    for (version = 1; version <= 100; version += 1) {
      refresh.told(version);
      await vi.advanceTimersByTimeAsync(100);
    }
    version = 100;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(graph.data()).toBe(100);
    expect(graph.ask.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('waits for a reading that is under way, and keeps the old answer on the page', async () => {
    const refresh = refresher();
    refresh.told(1);
    let finish: (answer: string) => void = () => {};
    const graph = shown('commits', () => new Promise((resolve) => (finish = resolve)));
    await vi.advanceTimersByTimeAsync(0);
    finish('old');
    await vi.advanceTimersByTimeAsync(0);
    refresh.told(2);
    await vi.advanceTimersByTimeAsync(0);
    refresh.told(3);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(graph.ask).toHaveBeenCalledTimes(2);
    expect(graph.data()).toBe('old');
    finish('newer');
    await vi.advanceTimersByTimeAsync(500);
    expect(graph.ask).toHaveBeenCalledTimes(3);
    expect(graph.data()).toBe('newer');
  });
});
