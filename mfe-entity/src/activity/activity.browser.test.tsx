import { Query } from '@cairn/query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADA, COMMIT } from '../../test/entities.ts';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { ActivityList } from '../activity-list.tsx';

const query = Query.parse({ select: ['Event'] });
const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const event = (uuid: string, more: object = {}) => ({
  uuid,
  'Event.uuid': uuid,
  'Event.occurredAt': '2026-11-18T09:30:00.000Z',
  'Event.action': 'committed',
  'Event.integration': 'github',
  'Event.entityType': 'Commit',
  'Event.entityUuid': COMMIT,
  'Event.name': 'Plan questions offline',
  'Person.uuid': ADA,
  'Person.name': 'Ada Lovelace',
  ...more,
});

function serve(rows: readonly object[], total = rows.length): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    asked.push(typeof init?.body === 'string' ? init.body : '');
    return Promise.resolve(Response.json({ data: rows, columns: [], meta: { ...META, total } }));
  });
  return asked;
}

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe('a list of activity', () => {
  it('says of each event who did what and when, of which type and tool, and opens its entity', async () => {
    const asked = serve([event('e-1'), event('e-2', { 'Event.entityUuid': ADA })]);
    const host = show(<ActivityList query={query} label="Events behind Mondays" />);
    const list = page.getByRole('list', { name: 'Events behind Mondays' });
    const row = list.getByRole('listitem').first();
    for (const text of ['Ada Lovelace', 'Commit', 'GitHub'])
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    expect(row.element().querySelector('time')?.dateTime).toBe('2026-11-18T09:30:00.000Z');
    expect(await violations()).toEqual([]);
    await row.click({ position: { x: 4, y: 8 } });
    expect(calls(host, 'openEntity')).toEqual([['openEntity', COMMIT, [COMMIT, ADA]]]);
    expect(JSON.parse(asked[0] ?? '')).toMatchObject({
      order: [{ by: 'Event.occurredAt', direction: 'descending' }],
      pageSize: 50,
    });
  });

  it('shows hostile text as text, and an event without a person or a name', async () => {
    const hostile = '<img src=x onerror="window.hurt=1">';
    serve([
      event('e-1', {
        'Event.name': hostile,
        'Event.action': hostile,
        'Event.integration': hostile,
        'Event.entityType': hostile,
        'Person.uuid': null,
      }),
      event('e-2', { 'Event.name': null, 'Event.delta': 'not json' }),
    ]);
    show(<ActivityList query={query} label="Events" />);
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
    expect('hurt' in window).toBe(false);
  });

  it('goes on where there are more', async () => {
    const asked = serve([event('e-1')], 120);
    show(<ActivityList query={query} label="Events" />);
    await page.getByRole('button', { name: 'Show more of 120' }).click();
    await expect.poll(() => asked.at(-1)).toContain('"pageSize":100');
  });

  it('says None without events', async () => {
    serve([]);
    show(<ActivityList query={query} label="Events" />);
    await expect.element(page.getByText('No event is behind this.')).toBeVisible();
  });
});
