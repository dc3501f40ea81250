import { CATALOGUE } from '@cairn/entities';
import { createFakeHost } from '@cairn/host/fake';
import { DEFAULT_BRANCH, Query } from '@cairn/query';
import { expect, it, vi } from 'vitest';
import { aboutBoard, aboutCard } from './about.ts';

vi.useFakeTimers({ now: Date.parse('2026-10-31T12:00:00Z'), toFake: ['Date'] });

const host = createFakeHost({ timezone: 'UTC' });
const SOURCE = 'Acme in Cairn, as of Oct 31, 2026, 12:00 pm';
const commits = Query.parse({ select: ['Commit'], duration: 'P30D', filters: [DEFAULT_BRANCH] });
const merged = Query.parse({
  select: ['PullRequest'],
  groupBys: [{ target: 'Repository', attribute: 'name' }],
  startDate: '2026-01-01',
  endDate: '2026-03-31',
  timezone: 'Europe/Berlin',
  filters: [{ target: 'PullRequest', attribute: 'status', comparison: { IN: ['merged'] } }],
  compareWith: { ago: 'P1Y' },
  search: 'retry',
});

it('says of a card its dates with their zone, its filters, and where it is from', () => {
  expect(aboutCard(commits, CATALOGUE, host).split('\n')).toEqual([
    'Last 30 days (UTC)',
    'On the default branch',
    SOURCE,
  ]);
  expect(aboutCard(merged, CATALOGUE, host).split('\n')).toEqual([
    'Jan 1, 2026 – Mar 31, 2026, compared with 1 year before (Europe/Berlin)',
    'Status is merged; Containing “retry”',
    SOURCE,
  ]);
});

it('says of a card without dates and filters that it is of all time', () => {
  expect(aboutCard(Query.parse({ select: ['Commit'] }), CATALOGUE, host)).toBe(`All time (UTC)\n${SOURCE}`);
});

it('says of a board its dates, where it is from, and what each card asks beyond its title', () => {
  const cards = [
    { title: 'Pulse', query: commits },
    { title: 'Commits', query: commits },
    { title: 'issues', query: Query.parse({ select: ['Issue'] }) },
  ];
  const asked = 'Commits, on the default branch, last 30 days';
  expect(aboutBoard(cards, null, CATALOGUE, host).split('\n')).toEqual([
    'Each card in its own dates',
    SOURCE,
    `Pulse: ${asked}`,
    asked,
  ]);
  const range = { startDate: '2026-10-01', endDate: '2026-10-31' };
  expect(aboutBoard(cards, range, CATALOGUE, host).split('\n')[0]).toBe('Oct 1, 2026 – Oct 31, 2026 (UTC)');
  expect(aboutBoard(cards, { duration: 'P7D' }, CATALOGUE, host)).toMatch(/^Last 7 days \(UTC\)\n/);
  expect(aboutBoard([], null, CATALOGUE, host)).toBe(SOURCE);
});
