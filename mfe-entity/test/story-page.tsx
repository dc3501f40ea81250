import type { TimelineEvent } from '@cairn/contracts/story';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADA, COMMIT, ENTITIES, EVENTS } from './entities.ts';
import { createFakeGraph } from './fake-graph.ts';
import { FramedEntity } from './framed-entity.tsx';
import type { FakeStory } from './fake-story.ts';
import { clear, show } from './show.tsx';

/** A bot. */
export const BOT = { uuid: ADA.replace(/1$/, '9'), name: 'runner', avatarurl: null, isbot: true };
/** A person. */
export const ada = { uuid: ADA, name: 'Ada Lovelace', avatarUrl: null, isBot: false };
/** The uuid of an event so many minutes before noon. */
export const uuidOf = (at: number) => `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`;

/** An event some minutes before noon. */
export function eventAt(minutes: number, over: Partial<TimelineEvent> = {}): TimelineEvent {
  const [base] = EVENTS;
  if (!base) throw new Error('there is no event');
  const occurredat = new Date(Date.UTC(2026, 10, 18, 12) - minutes * 60_000).toISOString();
  return { ...base, uuid: uuidOf(minutes), occurredat, day: occurredat.slice(0, 10), ...over };
}

/** The page of a commit that begins with a tab. */
export const StoryPage = ({ start }: { start: string }): ReactNode => (
  <FramedEntity uuid={COMMIT} start={start} />
);

/** Opens a tab of a page whose entity has these events and this story. */
export function open(tab: string, events: readonly TimelineEvent[] = [], story: FakeStory = {}) {
  const graph = createFakeGraph({
    entities: ENTITIES,
    events: { [COMMIT]: events },
    files: {},
    stories: { [COMMIT]: story },
  });
  vi.stubGlobal('fetch', vi.fn(graph));
  return show(<StoryPage start={tab} />);
}

/** Opens a tab while this call fails. */
export function openFailing(tab: string, path: string, events: readonly TimelineEvent[] = []) {
  const graph = createFakeGraph({ entities: ENTITIES, events: { [COMMIT]: events }, files: {} });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.endsWith(path)
      ? Promise.resolve(
          Response.json(
            { error: { code: 'query_timeout', message: 'This took too long.' } },
            { status: 504 },
          ),
        )
      : graph(url, init),
  );
  return show(<StoryPage start={tab} />);
}

/** The events of the timeline. */
export const events = () => page.getByRole('group', { name: 'Events' });

/** Takes the page away, and what its address was. */
export function clearStory(): void {
  clear();
  vi.unstubAllGlobals();
  history.replaceState(null, '', location.pathname);
}
