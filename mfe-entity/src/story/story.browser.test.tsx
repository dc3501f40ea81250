import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADA, COMMIT, ENTITIES, EVENTS, ORG, PULL } from '../../test/entities.ts';
import { serveGraph, showPage } from '../../test/entity-pages.tsx';
import type { FakeStory } from '../../test/fake-story.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { ada, clearStory, eventAt, open, openFailing, StoryPage, uuidOf } from '../../test/story-page.tsx';

afterEach(clearStory);

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
    show(<StoryPage start="overview" />);
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
    workday: 28_800,
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
    show(<FramedEntity uuid={PULL} />);
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
    await expect.element(page.getByRole('row', { name: /^To Do .* by Ada Lovelace 1 1.5$/ })).toBeVisible();
    // What is done stays done, so its time is no bar.
    await expect.element(page.getByRole('row', { name: /^Done .* The end$/ })).toBeVisible();
    const bars = [...document.querySelectorAll<HTMLElement>('td > [aria-hidden]')].map(
      (bar) => bar.style.width,
    );
    expect(bars).toEqual(['100%']);
    await userEvent.click(page.getByText('hours', { exact: true }));
    await expect.element(page.getByRole('row', { name: /^To Do .* by Ada Lovelace 24 12$/ })).toBeVisible();
    await userEvent.click(page.getByText('minutes', { exact: true }));
    await expect
      .element(page.getByRole('row', { name: /^To Do .* by Ada Lovelace 1,440 720$/ }))
      .toBeVisible();
  });

  it('ends with what was closed, also where that is no stage of its way', async () => {
    const closed = { closedAt: '2026-11-18T09:30:00.000Z' };
    const entities = ENTITIES.map((each) =>
      each.uuid === PULL ? { ...each, properties: { ...each.properties, ...closed } } : each,
    );
    const entries = progress.entries.map((each) => ({ ...each, stage: null }));
    const stages = progress.stages.map((each) => ({ ...each, state: 'pending' as const }));
    const stories = { [PULL]: { progress: { ...progress, entries, stages } } };
    vi.stubGlobal('fetch', vi.fn(createFakeGraph({ entities, events: {}, files: {}, stories })));
    show(<FramedEntity uuid={PULL} />);
    await expect.element(page.getByRole('row', { name: /^Done .* The end$/ })).toBeVisible();
  });

  it('has a bar of what goes on still, beside those of what is over', async () => {
    const [first, last] = progress.stages;
    if (!first || !last) throw new Error('there is no stage');
    const goesOn = { ...progress.stages[2], name: 'Done', state: 'pending' as const };
    openPull({
      progress: {
        ...progress,
        entries: progress.entries.map((each) => ({ ...each, stage: 'In Progress' })),
        stages: [first, { ...last, state: 'current' as const }, { ...last, ...goesOn }],
      },
    });
    await expect.element(page.getByRole('row', { name: /^Done/ })).toBeVisible();
    // Two hours are a twelfth of a day.
    const bars = [...document.querySelectorAll<HTMLElement>('td > [aria-hidden]')];
    expect(bars.map((bar) => bar.style.width)).toEqual(['100%', '8%']);
  });

  it.each([1_024, 390])('keeps long names of stages and people inside a page of %s', async (width) => {
    const long = stage('W'.repeat(300), 'current', '2026-11-18T09:30:00.000Z', 60);
    const by = {
      ...entry('To Do', '2026-11-17T09:30:00.000Z', null, 60),
      actor: { ...ada, name: 'W'.repeat(300) },
    };
    openPull({
      progress: { ...progress, stages: [long, ...progress.stages], entries: [by, ...progress.entries] },
    });
    await expect.element(page.getByRole('region', { name: 'Progress, Issue' })).toBeVisible();
    const main = document.querySelector('main');
    if (main) main.style.width = `${width}px`;
    const wide = [...document.querySelectorAll('section, [role="region"]')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
    );
    expect(wide.map((each) => each.getAttribute('aria-label'))).toEqual([]);
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

  it('of an incident begins with its cause, which the incident follows', async () => {
    const step = { total: 1, at: null, secondsSincePrevious: null };
    const [run, incident] = [item(uuidOf(1), 'CicdPipeline', 'Deploy'), item(uuidOf(2), 'Issue', 'INC-1')];
    open('overview', [], {
      lineage: [
        { ...step, step: 'cause', items: [run] },
        { ...step, step: 'issue', items: [incident], secondsSincePrevious: 7_200 },
      ],
    });
    const steps = page.getByRole('listitem').filter({ hasText: /Cause|Incident/ });
    await expect.element(steps.first()).toHaveTextContent(/Cause\s*Deploy/);
    await expect.element(steps.last()).toHaveTextContent(/2h later\s*Incident\s*INC-1/);
  });
});

describe('the work of an entity', () => {
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });

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
    await expect.element(page.getByText('11 to 12 of 12')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('is told by time or by relation, never both, and the address keeps which', async () => {
    serveGraph();
    const host = showPage(COMMIT, '?t=work&work=relations');
    await expect.element(radio('By relation')).toBeChecked();
    await expect.element(page.getByRole('heading', { name: /^Parents/ })).toBeVisible();
    expect(page.getByRole('heading', { name: 'Latest work' }).elements()).toEqual([]);
    await userEvent.click(page.getByText('Latest work', { exact: true }));
    const to = `/${ORG}/entity/${COMMIT}?t=work`;
    expect(calls(host, 'navigate')).toEqual([['navigate', to, { replace: true }]]);
    clearStory();
    open('work', [], { work: [line(1)] });
    await expect.element(page.getByRole('heading', { name: 'Latest work' })).toBeVisible();
    expect(page.getByRole('heading', { name: /^Parents/ }).elements()).toEqual([]);
  });

  it('is narrowed to one person, whom a list of all offers', async () => {
    const grace = { ...ada, uuid: uuidOf(77), name: 'Grace Hopper' };
    open('work', [], { work: [line(1), line(2), { ...line(3), actor: grace }] });
    await expect.poll(rows).toBe(3);
    await userEvent.click(page.getByRole('combobox', { name: 'Actor' }));
    await userEvent.click(page.getByRole('option', { name: 'Grace Hopper' }));
    await expect.poll(rows).toBe(1);
    await userEvent.click(page.getByRole('combobox', { name: 'Actor' }));
    await expect.element(page.getByRole('option', { name: 'Ada Lovelace' })).toBeVisible();
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
