import { graphClient } from '@cairn/client';

/** A hidden page closes its connection after this time, because a browser has only six per address. */
const HIDDEN_MS = 10_000;
/** After a refusal the browser does not reconnect by itself. */
const REFUSED_MS = 30_000;

export interface VersionStream {
  readonly url: string;
  readonly onVersion: (version: number) => void;
  readonly open?: (url: string) => EventSource;
}

/** Listens to the data versions of an org while the page is visible; a return reports what came meanwhile. */
export function listenToVersions({ url, onVersion, open = (at) => new EventSource(at) }: VersionStream) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const close = () => {
    source?.close();
    source = undefined;
  };
  const connect = () => {
    clearTimeout(timer);
    if (source || document.hidden) return;
    const opened = open(url);
    source = opened;
    opened.addEventListener('version', ({ data }) => {
      const event = graphClient.versions.read(String(data));
      if (event && source === opened) onVersion(event.dataVersion);
    });
    opened.addEventListener('error', () => {
      // While connecting, the browser retries by itself.
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return;
      close();
      wait(connect, REFUSED_MS);
    });
  };
  const look = () => (document.hidden ? wait(close, HIDDEN_MS) : connect());
  document.addEventListener('visibilitychange', look);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    close();
  };
}
