import { describe, expect, it } from 'vitest';
import { workedSeconds } from './work-clock.ts';

const BERLIN = {
  zone: 'Europe/Berlin',
  days: [1, 2, 3, 4, 5],
  opens: 540,
  closes: 1_020,
  holidays: ['2026-05-01'],
};
const at = (text: string) => Date.parse(`${text}Z`);
const hours = (from: string, to: string) => workedSeconds(BERLIN, at(from), at(to)) / 3_600;

describe('working time between two moments', () => {
  it.each([
    ['within a day', '2026-05-04T08:00', '2026-05-04T10:00', 2],
    ['before opening, which is at seven UTC in summer', '2026-05-04T05:00', '2026-05-04T08:00', 1],
    ['after closing', '2026-05-04T14:00', '2026-05-04T20:00', 1],
    ['over a night', '2026-05-04T14:00', '2026-05-05T08:00', 2],
    ['over a weekend', '2026-05-08T14:00', '2026-05-11T08:00', 2],
    ['over a holiday', '2026-04-30T14:00', '2026-05-04T08:00', 2],
    ['over the change to winter time', '2026-10-23T14:00', '2026-10-26T09:00', 2],
    ['of nothing', '2026-05-04T08:00', '2026-05-04T08:00', 0],
  ])('counts working hours %s', (_, from, to, expected) => {
    expect(hours(from, to)).toBe(expected);
  });
});
