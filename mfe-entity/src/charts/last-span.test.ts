import { expect, it } from 'vitest';
import { lastSpan } from './last-span.ts';

const NOW = Date.parse('2026-11-27T00:00:00Z');

it('a range without data gives way to the last one with data', () => {
  expect(lastSpan('P30D', '2020-06-25T12:00:00.000Z', NOW)).toEqual({
    startDate: '2020-05-26T12:00:00.001Z',
    endDate: '2020-06-25T12:00:00.001Z',
  });
});

it('a range with data, all time, and somebody without any history stay as they are', () => {
  expect(lastSpan('P30D', '2026-11-01T00:00:00.000Z', NOW)).toBeNull();
  expect(lastSpan(null, '2020-06-25T12:00:00.000Z', NOW)).toBeNull();
  expect(lastSpan('P30D', undefined, NOW)).toBeNull();
});
