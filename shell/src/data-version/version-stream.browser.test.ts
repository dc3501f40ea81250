import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenToVersions } from './version-stream.ts';

class FakeSource extends EventTarget {
  readyState: number = EventSource.OPEN;
  close(): void {
    this.readyState = EventSource.CLOSED;
  }
  tell(data: string): void {
    this.dispatchEvent(new MessageEvent('version', { data }));
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

let opened: FakeSource[];
let hidden: boolean;
let stop: () => void;
const onVersion = vi.fn<(version: number) => void>();
const show = (visible: boolean) => {
  hidden = !visible;
  document.dispatchEvent(new Event('visibilitychange'));
};
const listening = () => opened.filter(({ readyState }) => readyState !== EventSource.CLOSED).length;

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  hidden = false;
  onVersion.mockReset();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  const open = () => {
    const source = new FakeSource();
    opened.push(source);
    return source as unknown as EventSource;
  };
  stop = listenToVersions({ url: '/api/acme/graph-search/versions', onVersion, open });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the stream of versions', () => {
  it('tells each version, and nothing of what makes no sense', () => {
    for (const data of ['{"dataVersion":4}', 'no json', '{"dataVersion":"5"}', '{"dataVersion":6}'])
      opened[0]?.tell(data);
    expect(onVersion.mock.calls).toEqual([[4], [6]]);
  });

  it('gives its connection back when the page is hidden for long, and takes it again when it is seen', () => {
    show(false);
    expect(listening()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(listening()).toBe(0);
    show(true);
    expect(listening()).toBe(1);
    opened[1]?.tell('{"dataVersion":9}');
    expect(onVersion).toHaveBeenCalledWith(9);
  });

  it('stays when the page is hidden for a moment', () => {
    show(false);
    vi.advanceTimersByTime(5_000);
    show(true);
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    expect(listening()).toBe(1);
  });

  it('leaves coming back to the browser, and comes back itself after a refusal', () => {
    opened[0]?.fail(EventSource.CONNECTING);
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    opened[0]?.fail(EventSource.CLOSED);
    vi.advanceTimersByTime(29_000);
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(2);
  });

  it('is over when it is stopped', () => {
    opened[0]?.fail(EventSource.CLOSED);
    stop();
    show(true);
    vi.advanceTimersByTime(120_000);
    expect(listening()).toBe(0);
    expect(opened).toHaveLength(1);
  });
});
