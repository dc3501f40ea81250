import type { StoryEvent } from '@cairn/contracts/story';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADA, COMMIT, ENTITIES, EVENTS, ORG, PULL } from '../../test/entities.ts';
import { createFakeGraph } from '../../test/fake-graph.ts';
import type { FakeStory } from '../../test/fake-story.ts';
import { clear, show, violations } from '../../test/show.tsx';
import { EntityView } from '../entity-view.tsx';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
  history.replaceState(null, '', location.pathname);
});

const BOT = { uuid: ADA.replace(/1$/, '9'), name: 'runner', avatarUrl: null, isBot: true };
const ada = { uuid: ADA, name: 'Ada Lovelace', avatarUrl: null, isBot: false };
const uuidOf = (at: number) => `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`;

/** An event some minutes before noon. */
function eventAt(minutes: number, over: Partial<StoryEvent> = {}): StoryEvent {
  const [base] = EVENTS;
  if (!base) throw new Error('there is no event');
  const occurredAt = new Date(Date.UTC(2026, 10, 18, 12) - minutes * 60_000).toISOString();
  return { ...base, uuid: uuidOf(minutes), occurredAt, day: occurredAt.slice(0, 10), ...over };
}

function Page({ start }: { start: string }) {
  const [tab, setTab] = useState<string | null>(start);
  return (
    <EntityView
      uuid={COMMIT}
      frame="page"
      tab={tab}
      onTab={setTab}
      onTitle={() => undefined}
      kindPages={undefined}
    />
  );
}

function open(tab: string, events: readonly StoryEvent[] = [], story: FakeStory = {}) {
  const graph = createFakeGraph({
    entities: ENTITIES,
    events: { [COMMIT]: events },
    files: {},
    stories: { [COMMIT]: story },
  });
  vi.stubGlobal('fetch', vi.fn(graph));
  return show(<Page start={tab} />);
}

/** Opens a tab while this call fails. */
function openFailing(tab: string, path: string, events: readonly StoryEvent[] = []) {
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
  return show(<Page start={tab} />);
}

const events = () => page.getByRole('group', { name: 'Events' });

describe('the timeline', () => {
  it('merges similar events under the heading of their day, and unfolds them', async () => {
    open('history', EVENTS);
    await expect.element(page.getByText('7 events · times in Europe/Berlin')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Nov 18, 2026' })).toBeVisible();
    await userEvent.click(events().getByRole('button', { name: '(+2 similar)' }));
    await expect.element(events().getByRole('button', { name: 'show fewer' })).toBeVisible();
    await userEvent.click(page.getByLabelText('Group similar events'));
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(7);
    expect(await violations()).toEqual([]);
  });

  it('shows five at first on the overview, and earlier ones on demand', async () => {
    open(
      'overview',
      EVENTS.map((event, at) => ({ ...event, entityUuid: uuidOf(at) })),
    );
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(5);
    await userEvent.click(page.getByRole('button', { name: 'Show earlier events' }));
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(7);
    await userEvent.click(page.getByRole('button', { name: 'All 7 events' }));
    await expect.element(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
  });

  it('folds what bots did in a row, and leaves them out on demand', async () => {
    const bots = [10, 20, 30, 40].map((minutes) =>
      eventAt(minutes, { actor: BOT, entityUuid: uuidOf(minutes) }),
    );
    open('history', [eventAt(0), ...bots]);
    await expect.element(page.getByText('4 events by runner')).toBeVisible();
    await userEvent.click(events().getByRole('button', { name: 'show', exact: true }));
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(6);
    await userEvent.click(page.getByLabelText('Hide bots'));
    await expect.element(page.getByText(/^1 event ·/)).toBeVisible();
  });

  it('includes and excludes by fields, and says when nothing is left', async () => {
    open('history', [eventAt(0), eventAt(30, { action: 'created' }), eventAt(60, { action: 'created' })]);
    await userEvent.click(page.getByRole('button', { name: 'Filter' }));
    for (const field of ['Action', 'Actor', 'Integration', 'Entity type', 'Event type', 'Event name'])
      await expect.element(page.getByRole('group', { name: field, exact: true })).toBeVisible();
    await userEvent.click(page.getByLabelText('created (2)'));
    await expect.element(page.getByText(/^2 events ·/)).toBeVisible();
    await userEvent.click(page.getByRole('group', { name: 'Action', exact: true }).getByText('Exclude'));
    await expect.element(page.getByText(/^1 event ·/)).toBeVisible();
    await userEvent.click(page.getByLabelText('modified (1)'));
    await expect.element(page.getByText('No event passes these filters.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove filter Action' }));
    await expect.element(page.getByText(/^3 events ·/)).toBeVisible();
  });

  it('has a permanent link for each event, which leads to it', async () => {
    const many = Array.from({ length: 200 }, (_, at) => eventAt(at * 10, { entityUuid: uuidOf(at) }));
    history.replaceState(null, '', `#event-${uuidOf(1_500)}`);
    open('history', many);
    const marked = () => document.querySelector('[data-event][aria-current]');
    await expect.poll(() => marked()?.id).toBe(`event-${uuidOf(1_500)}`);
    expect(marked()?.querySelector('a[aria-label]')?.getAttribute('href')).toBe(
      `/${ORG}/entity/${COMMIT}?t=history#event-${uuidOf(1_500)}`,
    );
  });

  it('reads on until it has the event that the address leads to', async () => {
    const many = Array.from({ length: 2_200 }, (_, at) => eventAt(at * 10, { entityUuid: uuidOf(at) }));
    history.replaceState(null, '', `#event-${uuidOf(21_000)}`);
    open('history', many);
    await expect
      .poll(() => document.querySelector('[data-event][aria-current]')?.id)
      .toBe(`event-${uuidOf(21_000)}`);
  });

  it('moves between events with j and k', async () => {
    open('history', [eventAt(0), eventAt(30), eventAt(60)]);
    await expect.element(page.getByText(/^3 events ·/)).toBeVisible();
    document.querySelector<HTMLElement>('[aria-label="Events"]')?.focus();
    await userEvent.keyboard('jjk');
    expect(document.activeElement?.id).toBe(`event-${uuidOf(0)}`);
  });

  /** The tasks over 100 ms while the page scrolls up by some screens. */
  async function longTasks(): Promise<number[]> {
    const long: number[] = [];
    const observer = new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    for (let at = 0; at < 40; at++) {
      window.scrollBy(0, -1_500);
      await new Promise((done) => requestAnimationFrame(done));
    }
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBeLessThan(400);
    observer.disconnect();
    return long.filter((duration) => duration > 100);
  }

  it('draws few of 5,000 events at a time, and no task of it takes longer than 100 ms', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => eventAt(at * 10, { entityUuid: uuidOf(at) }));
    open('history', many);
    await expect.element(page.getByText(/^1,000 of 5,000 events/)).toBeVisible();
    // The end of the list asks for the next thousand when it comes near.
    await expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return document.querySelector('main')?.textContent;
      })
      .toContain('5,000 events · times');
    // Other work of the machine stretches a task now and then, and not in three runs.
    let fewest = await longTasks();
    for (let run = 0; run < 2 && fewest.length > 0; run++) fewest = await longTasks();
    expect(fewest).toEqual([]);
  });

  it('says that there is none', async () => {
    open('history');
    await expect.element(page.getByText('No history available')).toBeVisible();
  });

  it.each(['overview', 'history'])('says on %s that it could not be read', async (tab) => {
    openFailing(tab, '/entity-history');
    await expect.element(page.getByText('Failed to load timeline')).toBeVisible();
    await expect.element(page.getByText('This took too long.')).toBeVisible();
  });
});

describe('the time machine', () => {
  const changes = [0, 60].map((minutes) =>
    eventAt(minutes, {
      delta: { status: { before: 'To Do', after: 'Done' } },
      description: `Ada moved it at ${minutes}`,
    }),
  );
  const asOf = {
    at: '2026-11-18T11:00:00.000Z',
    existed: true,
    fields: [
      { name: 'status', label: 'Status', was: 'To Do', now: 'Done', changed: true },
      { name: 'title', label: 'Title', was: 'Same', now: 'Same', changed: false },
    ],
    relations: [
      {
        name: 'Assignees',
        label: 'Assignees',
        was: [],
        now: [{ uuid: ADA, name: 'Ada Lovelace' }],
        changed: true,
      },
    ],
  };
  const openMachine = async (story: FakeStory) => {
    open('history', changes, story);
    await userEvent.click(page.getByText('Time machine'));
  };

  it('shows the entity at a chosen change, and marks what is another way now', async () => {
    await openMachine({ asOf });
    await userEvent.click(page.getByRole('button', { name: /Ada moved it at 60/ }));
    await expect.element(page.getByRole('heading', { name: 'As of Nov 18, 2026, 12:00 pm' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Status changed To Do Done' })).toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /Assignees changed None Ada Lovelace/ }))
      .toBeVisible();
    expect(page.getByRole('row', { name: /Title/ }).elements()).toEqual([]);
    await userEvent.click(page.getByLabelText('Also what is the same'));
    await expect.element(page.getByRole('row', { name: 'Title Same Same' })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('says that the entity did not exist yet, or was as it is now', async () => {
    await openMachine({ asOf: { ...asOf, existed: false } });
    await expect.element(page.getByText('It did not exist yet')).toBeVisible();
    clear();
    await openMachine({});
    await expect.element(page.getByText('It was as it is now, as far as its events tell.')).toBeVisible();
  });
});

describe('the other views of the history', () => {
  it.each([
    ['Time machine', '/entity-time-machine'],
    ['Around it', '/entity-around'],
  ])('say when they could not be read: %s', async (view, path) => {
    openFailing('history', path, EVENTS);
    await userEvent.click(page.getByText(view));
    await expect.element(page.getByText('Failed to load timeline')).toBeVisible();
  });

  it('say that nothing changed', async () => {
    open('history', EVENTS);
    await userEvent.click(page.getByText('Time machine'));
    await expect.element(page.getByText('No history available')).toBeVisible();
  });
});

describe('what happened around it', () => {
  it('is listed with the moment that it is around', async () => {
    open('history', EVENTS, { around: [eventAt(5, { name: 'Another change' })] });
    await userEvent.click(page.getByText('Around it'));
    await expect
      .element(page.getByText('1 other event within a day of Nov 18, 2026, 10:30 am'))
      .toBeVisible();
  });

  it('says that there was nothing', async () => {
    open('history', EVENTS);
    await userEvent.click(page.getByText('Around it'));
    await expect.element(page.getByText(/^Nothing else happened/)).toBeVisible();
  });
});

describe('the people of an entity', () => {
  const person = (at: number, ...relations: string[]) => ({
    actor: { uuid: uuidOf(at), name: `Person ${at}`, avatarUrl: null, isBot: false, email: null },
    relations,
    degree: 1,
  });

  it('have their first role, and come five at a time', async () => {
    const people = [1, 2, 3, 4, 5, 6].map((at) => person(at, ...(at === 1 ? ['Author', 'Reviewer'] : [])));
    open('overview', [], { contributors: people });
    const panel = page.getByRole('complementary', { name: 'Key attributes' });
    await expect.element(panel.getByText('Author +1')).toBeVisible();
    await expect.element(panel.getByText('Contributor', { exact: true }).first()).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Show more of 6 people' }));
    await expect.element(panel.getByRole('link', { name: 'Person 6' })).toBeVisible();
  });

  it('are none', async () => {
    open('overview');
    await expect.element(page.getByText('No contributors found')).toBeVisible();
  });

  it('are being loaded', async () => {
    const graph = createFakeGraph({ entities: ENTITIES, events: {}, files: {} });
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/entity-contributors') ? new Promise(() => undefined) : graph(url, init),
    );
    show(<Page start="overview" />);
    await expect.element(page.getByText('Loading contributors...')).toBeVisible();
  });
});

describe('the way through the stages', () => {
  const stage = (
    name: string,
    state: 'completed' | 'current' | 'pending',
    reached: string | null,
    seconds: number | null,
  ) => ({
    name,
    state,
    firstReachedAt: reached,
    visits: reached ? 1 : 0,
    clockSeconds: seconds,
    businessSeconds: seconds,
    statuses: [],
  });
  const entry = (status: string, at: string, until: string | null, seconds: number) => ({
    status,
    stage: null,
    at,
    until,
    actor: ada,
    clockSeconds: seconds,
    businessSeconds: seconds / 2,
  });
  const progress = {
    workflow: { id: 'DEFAULT', label: 'Issue' },
    status: 'Done',
    hoursOf: 'its assignee',
    entries: [
      entry('To Do', '2026-11-17T09:30:00.000Z', '2026-11-18T09:30:00.000Z', 86_400),
      entry('Done', '2026-11-18T09:30:00.000Z', null, 7_200),
    ],
    stages: [
      stage('Open', 'completed', '2026-11-17T09:30:00.000Z', 86_400),
      stage('In Progress', 'completed', null, null),
      stage('Done', 'current', '2026-11-18T09:30:00.000Z', 86_400),
    ],
  };
  const openPull = (story: FakeStory) => {
    const graph = createFakeGraph({ entities: ENTITIES, events: {}, files: {}, stories: { [PULL]: story } });
    vi.stubGlobal('fetch', vi.fn(graph));
    show(
      <EntityView uuid={PULL} frame="page" tab={null} onTab={() => undefined} onTitle={() => undefined} />,
    );
  };

  it('says when each stage was reached and how long it took', async () => {
    openPull({ progress });
    const steps = page.getByRole('region', { name: 'Progress, Issue' });
    await expect.element(steps.getByText('Nov 17, 2026, 10:30 am')).toBeVisible();
    await expect.element(steps.getByText('after 1d')).toBeVisible();
    await expect.element(steps.getByText('Skipped')).toBeVisible();
    expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('Done');
    // The stage that was skipped has no mark, and the last one has its mark when it is reached.
    const marks = [...document.querySelectorAll('[data-state="completed"]')].map(
      (each) => each.querySelector('svg') !== null,
    );
    expect(marks).toEqual([true, false, true]);
    expect(await violations()).toEqual([]);
  });

  it('has the time in each status in both clocks, in days, hours or minutes', async () => {
    openPull({ progress });
    await expect.element(page.getByRole('row', { name: /^To Do .* by Ada Lovelace 1 0.5$/ })).toBeVisible();
    await userEvent.click(page.getByText('hours', { exact: true }));
    await expect.element(page.getByRole('row', { name: /^To Do .* by Ada Lovelace 24 12$/ })).toBeVisible();
    await userEvent.click(page.getByText('minutes', { exact: true }));
    await expect.element(page.getByRole('row', { name: /^Done .* 120 60$/ })).toBeVisible();
  });

  it('has no stages where there is no workflow', async () => {
    openPull({ progress: { ...progress, workflow: null, stages: [], entries: [] } });
    await expect.element(page.getByText('No history available')).toBeVisible();
    expect(page.getByRole('region', { name: /^Progress/ }).elements()).toEqual([]);
  });
});

describe('the line of a change', () => {
  const item = (uuid: string, kind: string, key: string, isThis = false) => ({
    uuid,
    kind,
    name: key,
    key,
    status: null,
    statusCategory: null,
    at: null,
    isThis,
  });

  it('says its steps with the times between', async () => {
    open('overview', [], {
      lineage: [
        {
          step: 'issue',
          total: 1,
          at: '2026-11-17T09:30:00.000Z',
          secondsSincePrevious: null,
          items: [item(uuidOf(1), 'Issue', 'APP-1')],
        },
        {
          step: 'commit',
          total: 3,
          at: '2026-11-18T09:30:00.000Z',
          secondsSincePrevious: 86_400,
          items: [item(COMMIT, 'Commit', '8f3c2e1', true)],
        },
      ],
    });
    const panel = page.getByRole('heading', { name: 'The way of this change' });
    await expect.element(panel).toBeVisible();
    await expect.element(page.getByText('1d later')).toBeVisible();
    await expect.element(page.getByText('3 commits')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'APP-1' })).toBeVisible();
    await expect.element(page.getByText('+2 more')).toBeVisible();
  });
});

describe('the work of an entity', () => {
  const line = (at: number, kind = 'Issue') => ({
    entity: {
      uuid: uuidOf(at),
      kind,
      name: `Thing ${at}`,
      key: `K-${at}`,
      status: 'Done',
      statusCategory: 'done',
    },
    relations: ['Closes'],
    actor: ada,
    lastActivity: '2026-01-02T03:04:05.000Z',
  });
  const rows = () => page.getByRole('region', { name: 'Latest work' }).getByRole('row').elements().length - 1;

  it('is listed with status, actor and last activity, ten a page', async () => {
    open('work', [], { work: Array.from({ length: 12 }, (_, at) => line(at)) });
    await expect
      .element(page.getByRole('row', { name: /K-0 Thing 0 Done Ada Lovelace Jan 2, 2026/ }))
      .toBeVisible();
    await expect.poll(rows).toBe(10);
    await userEvent.click(page.getByRole('button', { name: 'Next', exact: true }));
    await expect.poll(rows).toBe(2);
    await expect.element(page.getByText('Page 2 of 2 · 12 items')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('is narrowed to types and a text, and says when nothing is left', async () => {
    open('work', [], { work: [line(1), line(2), line(3, 'PullRequest')] });
    await userEvent.click(page.getByRole('button', { name: 'Pull requests 1' }));
    await expect.poll(rows).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Pull requests 1' }));
    await userEvent.fill(page.getByLabelText('Search work'), 'thing 2');
    await expect.poll(rows).toBe(1);
    await userEvent.fill(page.getByLabelText('Search work'), 'no such thing');
    await expect.element(page.getByRole('heading', { name: 'Latest work' })).toBeVisible();
    await expect.element(page.getByText('None', { exact: true }).first()).toBeVisible();
  });
});
