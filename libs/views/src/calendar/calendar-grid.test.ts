import { bucketStarts, zoneTable, type Weekday } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { calendarGrid } from './calendar-grid.ts';

const ZONE = 'Europe/Berlin';
const days = (from: string, to: string) =>
  bucketStarts(Date.parse(from), Date.parse(to), 'day', { zone: zoneTable(ZONE), firstDay: 1 }, 2_000);
const gridOf = (from: string, to: string, firstDay: Weekday = 1) =>
  calendarGrid(days(from, to), ZONE, firstDay);

describe('the grid of a calendar', () => {
  it('has a column for each week and a row for each weekday, across a change of the clock', () => {
    // The first of January 2026 is a Thursday.
    const grid = gridOf('2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z');
    expect(grid.days).toHaveLength(365);
    expect(grid.columns).toBe(53);
    expect(grid.days[0]).toEqual({ day: 0, column: 0, row: 4 });
    expect(grid.days[4]).toEqual({ day: 4, column: 1, row: 1 });
    const places = new Set(grid.days.map(({ column, row }) => `${column} ${row}`));
    expect(places.size).toBe(365);
  });

  it('begins with the first day of the week that an org has', () => {
    const grid = gridOf('2025-12-31T23:00:00Z', '2026-01-31T23:00:00Z', 7);
    expect(grid.days[0]?.row).toBe(5);
    expect(grid.names[0]).toEqual({ row: 1, text: 'Sun' });
  });

  it('names each month once, over the week of its first day', () => {
    const grid = gridOf('2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z');
    expect(grid.months.map(({ text }) => text)).toEqual(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    );
  });

  it('names the next month where few days of the first are shown', () => {
    const named = (from: string) => gridOf(from, '2026-02-28T23:00:00Z').months.map(({ text }) => text);
    expect(named('2025-11-22T23:00:00Z')).toEqual(['Dec', 'Jan', 'Feb']);
    expect(named('2025-11-02T23:00:00Z')).toEqual(['Nov', 'Dec', 'Jan', 'Feb']);
  });

  it('has its weeks in several lines where they have no room in one', () => {
    const grid = calendarGrid(days('2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z'), ZONE, 1, 4);
    expect([grid.columns, grid.rows]).toEqual([14, 32]);
    expect(new Set(grid.days.map(({ column, row }) => `${column} ${row}`)).size).toBe(365);
    expect(Math.max(...grid.days.map(({ column }) => column))).toBe(13);
    // Each line has the names of its weekdays, and may name the month again in which it begins.
    expect(grid.names.filter(({ text }) => text === 'Mon').map(({ row }) => row)).toEqual([1, 9, 17, 25]);
    expect(new Set(grid.months.map(({ text }) => text)).size).toBe(12);
  });

  it('has a block for each year of a longer span', () => {
    const grid = gridOf('2025-06-30T22:00:00Z', '2026-12-31T23:00:00Z');
    expect(grid.rows).toBe(16);
    expect(grid.names.filter(({ text }) => /^\d/.test(text))).toEqual([
      { row: 0, text: '2025' },
      { row: 8, text: '2026' },
    ]);
    const [july] = grid.days;
    expect(july?.column).toBe(26);
    expect(new Set(grid.days.map(({ column, row }) => `${column} ${row}`)).size).toBe(grid.days.length);
  });
});
