import { CATALOGUE } from '@cairn/entities';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMIT, EVENTS, ORG } from '../../test/entities.ts';
import { sampleEntity } from '../../test/sample-entity.ts';
import { show, violations } from '../../test/show.tsx';
import { BOT, clearStory, eventAt, events, open, openFailing, uuidOf } from '../../test/story-page.tsx';
import { EventRow } from './event-row.tsx';

afterEach(clearStory);

describe('the timeline', () => {
  it('merges similar events under the heading of their day, and unfolds them', async () => {
    open('history', EVENTS);
    await expect.element(page.getByText('7 events')).toBeVisible();
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
      EVENTS.map((event, at) => ({ ...event, entityuuid: uuidOf(at) })),
    );
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(5);
    await userEvent.click(page.getByRole('button', { name: 'Show earlier events' }));
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(7);
    await userEvent.click(page.getByRole('button', { name: 'All 7 events' }));
    await expect.element(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
  });

  it('folds what bots did in a row, and leaves them out on demand', async () => {
    const bots = [10, 20, 30, 40].map((minutes) =>
      eventAt(minutes, { actor: BOT, entityuuid: uuidOf(minutes) }),
    );
    open('history', [eventAt(0), ...bots]);
    await expect.element(page.getByText('4 events by runner')).toBeVisible();
    await userEvent.click(events().getByRole('button', { name: 'show', exact: true }));
    await expect.poll(() => document.querySelectorAll('[data-event]').length).toBe(6);
    await userEvent.click(page.getByLabelText('Hide bots'));
    await expect.element(page.getByText(/^1 event$/)).toBeVisible();
  });

  it('includes and excludes by fields, and says when nothing is left', async () => {
    open('history', [eventAt(0), eventAt(30, { action: 'created' }), eventAt(60, { action: 'created' })]);
    await userEvent.click(page.getByRole('button', { name: 'Filter' }));
    for (const field of ['Action', 'Actor', 'Integration', 'Entity type', 'Event type', 'Event name'])
      await expect.element(page.getByRole('group', { name: field, exact: true })).toBeVisible();
    await userEvent.click(page.getByLabelText('created (2)'));
    await expect.element(page.getByText(/^2 events$/)).toBeVisible();
    await userEvent.click(page.getByRole('group', { name: 'Action', exact: true }).getByText('Exclude'));
    await expect.element(page.getByText(/^1 event$/)).toBeVisible();
    await userEvent.click(page.getByLabelText('modified (1)'));
    await expect.element(page.getByText('No event passes these filters.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove filter Action' }));
    await expect.element(page.getByText(/^3 events$/)).toBeVisible();
  });

  it('has a permanent link for each event, which leads to it', async () => {
    const many = Array.from({ length: 200 }, (_, at) => eventAt(at * 10, { entityuuid: uuidOf(at) }));
    history.replaceState(null, '', `#event-${uuidOf(1_500)}`);
    open('history', many);
    const marked = () => document.querySelector('[data-event][aria-current]');
    await expect.poll(() => marked()?.id).toBe(`event-${uuidOf(1_500)}`);
    expect(marked()?.querySelector('a[aria-label]')?.getAttribute('href')).toBe(
      `/${ORG}/entity/${COMMIT}?t=history#event-${uuidOf(1_500)}`,
    );
  });

  it('reads on until it has the event that the address leads to', async () => {
    const many = Array.from({ length: 2_200 }, (_, at) => eventAt(at * 10, { entityuuid: uuidOf(at) }));
    history.replaceState(null, '', `#event-${uuidOf(21_000)}`);
    open('history', many);
    await expect
      .poll(() => document.querySelector('[data-event][aria-current]')?.id)
      .toBe(`event-${uuidOf(21_000)}`);
  });

  it('moves between events with j and k', async () => {
    open('history', [eventAt(0), eventAt(30), eventAt(60)]);
    await expect.element(page.getByText(/^3 events$/)).toBeVisible();
    document.querySelector<HTMLElement>('[aria-label="Events"]')?.focus();
    await userEvent.keyboard('jjk');
    expect(document.activeElement?.id).toBe(`event-${uuidOf(0)}`);
  });

  /** Whether an event stands near the middle of the window: a slow machine draws a place later than it scrolls. */
  function eventInSight(): boolean {
    const middle = window.innerHeight / 2;
    return [...document.querySelectorAll('[data-event]')].some((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top < middle + 150 && bottom > middle - 150;
    });
  }

  /** Scrolls up by some screens; returns which events were drawn, and how many at most at a time. */
  async function scrollUp(): Promise<{ drawn: ReadonlySet<string>; most: number }> {
    const drawn = new Set<string>();
    let most = 0;
    for (let at = 0; at < 40; at++) {
      window.scrollBy(0, -1_500);
      await expect.poll(eventInSight, { interval: 5 }).toBe(true);
      const events = [...document.querySelectorAll('[data-event]')];
      for (const { id } of events) drawn.add(id);
      most = Math.max(most, events.length);
    }
    return { drawn, most };
  }

  it('draws few of 5,000 events at a time, whichever one scrolls past', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => eventAt(at * 10, { entityuuid: uuidOf(at) }));
    open('history', many);
    await expect.element(page.getByText(/^1,000 of 5,000 events/)).toBeVisible();
    // The end of the list asks for the next thousand while it is near.
    await expect
      .poll(
        () => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          return document.querySelector('[role="status"]')?.textContent;
        },
        { timeout: 25_000 },
      )
      .toMatch(/^5,000 events$/);
    const { drawn, most } = await scrollUp();
    expect(drawn.size).toBeGreaterThan(150);
    // `npm run bench -- timeline` measures how long its tasks take.
    expect(most).toBeLessThan(400);
  });

  it('says on the page of a channel what was written in it, and calls it this channel', async () => {
    const kind = CATALOGUE.kind('Channel');
    if (!kind) throw new Error('there is no Channel');
    const channel = { ...sampleEntity(kind, 'sparse'), uuid: uuidOf(9_000) };
    const written = {
      action: 'posted',
      entitytype: 'Message',
      subjectuuid: channel.uuid,
      reference: 'alerts',
    };
    const one = eventAt(0, { ...written, entityuuid: uuidOf(1), name: 'The deploy is out', comment: null });
    const other = eventAt(5, { ...written, entityuuid: uuidOf(2), name: 'Re', comment: 'Looking into it' });
    show(
      <ol>
        {[one, other].map((event) => (
          <EventRow key={event.uuid} entity={channel} group={{ event, similar: [] }} />
        ))}
      </ol>,
    );
    const [first, second] = [page.getByRole('listitem').first(), page.getByRole('listitem').last()];
    await expect.element(first).toHaveTextContent(/wrote in this channel · The deploy is out/);
    await expect.element(second).toHaveTextContent(/wrote in this channel\s*Looking into it/);
    expect(page.getByRole('link', { name: '#alerts' }).elements()).toEqual([]);
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
