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
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  sent = [];
  vi.stubGlobal('fetch', (_: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body) as Record<string, unknown>);
    return Promise.resolve(Response.json({ data: aNote({ id: 'a' }) }));
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
const draw = (props: ThingProps) =>
  flushSync(() =>
    root.render(
      <QueryClientProvider client={client}>
        <FakeHost host={createFakeHost()}>
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
