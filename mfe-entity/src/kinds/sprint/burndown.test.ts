import { describe, expect, it } from 'vitest';
import {
  daysOf,
  evenPaceAt,
  momentsOf,
  outcomeOf,
  type SprintIssue,
  type SprintSnapshot,
} from './burndown.ts';

const day = (number: number) => Date.UTC(2026, 10, number);
const [START, END] = [day(2), day(6)];
const issue = (size: number, closed: number | null = null, isCancelled = false): SprintIssue => ({
  uuid: String(size),
  size,
  closed,
  isCancelled,
});
const [EARLY, LATE, ADDED, TAKEN] = [issue(1, day(3)), issue(2, day(9)), issue(4, day(5)), issue(8)];
const SNAPSHOTS: readonly SprintSnapshot[] = [
  { at: day(2), issues: [EARLY, LATE, TAKEN] },
  { at: day(3), issues: [EARLY, LATE, TAKEN] },
  { at: day(4), issues: [EARLY, LATE, ADDED] },
  { at: day(5), issues: [EARLY, LATE, ADDED] },
  { at: day(6), issues: [EARLY, LATE, ADDED] },
];

describe('a sprint', () => {
  it('burns down day by day, with what came and went', () => {
    expect(daysOf(SNAPSHOTS)).toEqual([
      { at: day(2), scope: 11, remaining: 11 },
      { at: day(3), scope: 11, remaining: 10 },
      { at: day(4), scope: 7, remaining: 6 },
      { at: day(5), scope: 7, remaining: 2 },
      { at: day(6), scope: 7, remaining: 2 },
    ]);
  });

  it('is read each day until now, and not before it begins', () => {
    expect(momentsOf(START, END, day(20))).toEqual([2, 3, 4, 5, 6].map(day));
    expect(momentsOf(START, END, day(3) + 1)).toEqual([day(2), day(3), day(3) + 1]);
    expect(momentsOf(START, END, day(1))).toEqual([]);
  });

  it('is read in larger steps when it is long', () => {
    const moments = momentsOf(day(1), day(1) + 100 * 86_400_000, day(1) + 200 * 86_400_000);
    expect(moments.length).toBe(26);
    expect(moments.at(-1)).toBe(day(1) + 100 * 86_400_000);
  });

  it('tells what was committed, added, removed, done and carried over', () => {
    expect(outcomeOf(SNAPSHOTS)).toEqual({
      committed: 11,
      added: 4,
      removed: 8,
      done: 5,
      cancelled: 0,
      carriedOver: 2,
    });
  });

  it('counts what came and went in between as added and as removed', () => {
    const guest = [
      { at: day(2), issues: [] },
      { at: day(3), issues: [issue(3)] },
      { at: day(6), issues: [] },
    ];
    expect(outcomeOf(guest)).toEqual({
      committed: 0,
      added: 3,
      removed: 3,
      done: 0,
      cancelled: 0,
      carriedOver: 0,
    });
  });

  it('leaves open nothing that was cancelled, and counts it apart', () => {
    const issues = [issue(1, day(3)), issue(2, day(4), true), issue(4)];
    const snapshots = [2, 4, 6].map((each) => ({ at: day(each), issues }));
    expect(daysOf(snapshots).map(({ remaining }) => remaining)).toEqual([7, 4, 4]);
    expect(outcomeOf(snapshots)).toMatchObject({ committed: 7, done: 1, cancelled: 2, carriedOver: 4 });
  });

  it('leaves half of what was committed in the middle of an even pace, and nothing after the end', () => {
    expect([day(1), day(2), day(4), day(6), day(9)].map((at) => evenPaceAt(at, 11, START, END))).toEqual([
      11, 11, 5.5, 0, 0,
    ]);
  });
});
