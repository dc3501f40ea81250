import type { DeepLink } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { aNote } from '@cairn/saved/planted';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useKeptThumbnail } from './use-kept-thumbnail.ts';

interface ThingProps {
  link: DeepLink;
  isSaved?: boolean;
  isBusy?: boolean;
  draw?: () => Promise<string | null>;
}

const PICTURE = 'data:image/jpeg;base64,/9j/';

function Thing({
  link,
  isSaved = true,
  isBusy = false,
  draw = () => Promise.resolve(PICTURE),
}: ThingProps): ReactNode {
  const part = useRef<HTMLDivElement>(null);
  useKeptThumbnail(link, { isSaved, part: () => part.current, draw });
  return (
    <div ref={part} style={{ width: 160 }}>
      <p aria-busy={isBusy}>Drawn</p>
      <p data-skeleton style={{ marginTop: 100 }}>
        Further down than a picture shows
      </p>
    </div>
  );
}

let root: Root;
let sent: Record<string, unknown>[];
let refused: boolean;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  [sent, refused] = [[], false];
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body) as Record<string, unknown>);
    const error = { code: 'internal', message: 'No room.' };
    return Promise.resolve(
      refused ? Response.json({ error }, { status: 500 }) : Response.json({ data: aNote({ id: 'a' }) }),
    );
  });
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const client = new QueryClient();
const host = createFakeHost();
const draw = (props: ThingProps) =>
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <FakeHost host={host}>
          <Thing {...props} />
        </FakeHost>
      </QueryClientProvider>,
    ),
  );
/** Longer than the pause after which something is drawn, and until an answer has been read. */
async function later(): Promise<void> {
  await vi.advanceTimersByTimeAsync(900);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
const pictured = aNote({ id: 'a', hasThumbnail: true });

describe('the picture of a saved thing', () => {
  it('is kept once for a thing without one, and again for each version', async () => {
    draw({ link: aNote({ id: 'a' }) });
    expect(sent).toEqual([]);
    await later();
    expect(sent).toEqual([{ org_id: 'acme', id: 'a', thumbnail: PICTURE }]);
    draw({ link: pictured });
    await later();
    expect(sent).toHaveLength(1);
    draw({ link: { ...pictured, version: 2 } });
    await later();
    expect(sent).toHaveLength(2);
  });

  it('waits until everything is drawn', async () => {
    draw({ link: aNote({ id: 'a' }), isBusy: true });
    await later();
    expect(sent).toEqual([]);
    draw({ link: aNote({ id: 'a' }) });
    await later();
    expect(sent).toHaveLength(1);
  });

  it('is silently left out where keeping it fails, and tried again for the next version alone', async () => {
    refused = true;
    draw({ link: aNote({ id: 'a' }) });
    await later();
    expect([sent.length, host.calls]).toEqual([1, []]);
    refused = false;
    draw({ link: aNote({ id: 'a', version: 2 }) });
    await later();
    expect(sent).toHaveLength(2);
    expect(host.calls).toEqual([]);
  });

  it.each([
    ['a thing with one that was only opened', { link: pictured }],
    ['a thing that one may not change', { link: aNote({ id: 'a', canEdit: false }) }],
    ['a change that is not saved', { link: aNote({ id: 'a' }), isSaved: false }],
    ['what cannot be drawn', { link: aNote({ id: 'a' }), draw: () => Promise.resolve(null) }],
    ['a drawing that fails', { link: aNote({ id: 'a' }), draw: () => Promise.reject(new Error('no')) }],
  ])('is not made of %s', async (_, props) => {
    draw(props);
    await later();
    expect(sent).toEqual([]);
  });
});
