import { setDateFormat, setTimeFormat } from '@cairn/ui';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  formatBucket,
  formatCell,
  formatFitting,
  formatTick,
  lettersWide,
  truncate,
  truncateToWidth,
} from './format.ts';

const at = Date.parse('2026-08-12T12:05:00Z');
const HOUR = 3_600_000;

describe('the labels of a time axis', () => {
  it.each([
    ['minute', HOUR, '2:05 pm'],
    ['hour', 24 * HOUR, '2pm'],
    ['hour', 72 * HOUR, 'Aug 12, 2pm'],
    ['day', 720 * HOUR, 'Aug 12'],
    ['week', 8_760 * HOUR, 'Aug 12'],
    ['month', 8_760 * HOUR, 'Aug 2026'],
    ['quarter', 8_760 * HOUR, 'Q3 26'],
    ['year', 87_600 * HOUR, '2026'],
  ])('of a %s are short', (unit, span, text) => {
    expect(formatTick(at, unit, 'Europe/Berlin', span)).toBe(text);
  });

  describe('of a person who writes days as 12.08.2026', () => {
    afterEach(() => setDateFormat('MMM D, YYYY'));

    it.each([
      ['hour', 72 * HOUR, '12.08., 2pm'],
      ['week', 8_760 * HOUR, '12.08.'],
      ['month', 8_760 * HOUR, '08.2026'],
    ])('are written so for a %s', (unit, span, text) => {
      setDateFormat('DD.MM.YYYY');
      expect(formatTick(at, unit, 'Europe/Berlin', span)).toBe(text);
    });

    it('name months in cells as on axes', () => {
      expect(formatBucket('2026-08-01', 'month', 'UTC')).toBe('August 2026');
      setDateFormat('DD.MM.YYYY');
      expect(formatBucket('2026-08-01', 'month', 'UTC')).toBe('08.2026');
    });
  });

  describe('of a person whose clock has 24 hours', () => {
    beforeEach(() => setTimeFormat('h23'));
    afterEach(() => setTimeFormat(null));

    it('are written so, as cells are', () => {
      expect(formatTick(at, 'minute', 'Europe/Berlin', HOUR)).toBe('14:05');
      expect(formatTick(at, 'hour', 'Europe/Berlin', HOUR)).toBe('14:00');
      expect(formatTick(at, 'hour', 'Europe/Berlin', 72 * HOUR)).toBe('Aug 12, 14:00');
      expect(formatBucket(9, 'hourOfDay', 'UTC')).toBe('09:00');
      expect(formatBucket(at, 'minute', 'Europe/Berlin')).toBe('Aug 12, 2026, 14:05');
      expect(formatCell(at, { type: 'datetime', role: 'attribute' }, 'Europe/Berlin')).toBe(
        'Aug 12, 2026, 14:05',
      );
    });
  });

  it('say noon and midnight as clocks of twelve hours do', () => {
    const noon = Date.parse('2026-08-12T12:00:00Z');
    expect(formatTick(noon, 'hour', 'UTC', HOUR)).toBe('12pm');
    expect(formatTick(noon - 12 * HOUR, 'hour', 'UTC', HOUR)).toBe('12am');
  });
});

describe('a label that is too long', () => {
  it('is cut at its end', () => {
    expect(truncate('Ada Lovelace', 8)).toBe('Ada Lov…');
    expect(truncate('Ada', 8)).toBe('Ada');
  });

  it('is cut earlier where it is of capitals, which are wider', () => {
    expect(truncateToWidth('architecture.md', 15)).toBe('architecture.md');
    const cut = truncateToWidth('ARCHITECTURE.md', 15);
    expect(cut).toBe('ARCHITECTUR…');
    expect(lettersWide(cut)).toBeLessThanOrEqual(15);
  });

  it('is cut in its middle when it is a path, so files of one folder stay apart', () => {
    const [css, html] = ['css', 'html'].map((name) => `packages/vite/src/node/plugins/${name}.ts`);
    expect(truncate(css ?? '', 24)).toBe('packages…/plugins/css.ts');
    expect(truncate(html ?? '', 24)).toBe('packages…plugins/html.ts');
    expect(truncate('a/b', 2)).toBe('…b');
    expect(truncate('mfe-entity/src/timeline/whole-timeline.tsx', 22)).toBe('mf…/whole-timeline.tsx');
  });
});

it('a value that has a label is read by it, and any other as it is', () => {
  const column = { type: 'string', role: 'group', valueLabels: { PullRequest: 'Pull request' } } as const;
  expect(formatCell('PullRequest', column, 'UTC')).toBe('Pull request');
  expect(formatCell('Legacy', column, 'UTC')).toBe('Legacy');
});

describe('a figure that has little room', () => {
  it.each([
    [1_234_567, undefined, '1,234,567'],
    [8_000_000_000_000_000, undefined, '8e15'],
    [3_000_000_000_000, undefined, '3T'],
    [90_061, 'second', '1d 1h'],
  ])('is exact where it fits, else short: %d %s', (value, unit, text) => {
    expect(formatFitting(value, unit, 14)).toBe(text);
  });
});
