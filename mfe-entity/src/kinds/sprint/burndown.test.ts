import { describe, expect, it } from 'vitest';
import { daysOf, evenPaceAt, outcomeOf, type SprintIssue } from './burndown.ts';

const day = (number: number) => Date.UTC(2026, 10, number);
const [START, END] = [day(2), day(6)];
const issue = (size: number, over: Partial<SprintIssue> = {}): SprintIssue => ({
  uuid: String(size),
  size,
  joined: START,
  left: null,
  completed: null,
  ...over,
});
const ISSUES = [
  issue(1, { completed: day(3) }),
  issue(2, { completed: day(9) }),
  issue(4, { joined: day(4), completed: day(5) }),
  issue(8, { left: day(4) }),
];

describe('a sprint', () => {
  it('burns down day by day, with what came and went', () => {
    expect(daysOf(ISSUES, START, END, day(20))).toEqual([
      { at: day(2), scope: 11, remaining: 11 },
      { at: day(3), scope: 11, remaining: 10 },
      { at: day(4), scope: 7, remaining: 6 },
      { at: day(5), scope: 7, remaining: 2 },
      { at: day(6), scope: 7, remaining: 2 },
    ]);
  });

  it('knows nothing of days to come, and nothing before it begins', () => {
    expect(daysOf(ISSUES, START, END, day(3)).map(({ at }) => at)).toEqual([day(2), day(3)]);
    expect(daysOf(ISSUES, START, END, day(1))).toEqual([]);
  });

  it('tells what was committed, added, removed, done and carried over', () => {
    expect(outcomeOf(ISSUES, START, END, day(20))).toEqual({
      committed: 11,
      added: 4,
      removed: 8,
      done: 5,
      carriedOver: 2,
    });
  });

  it('carries an issue over that moved on at its end', () => {
    const moved = [issue(3, { left: END })];
    expect(outcomeOf(moved, START, END, day(20))).toMatchObject({ removed: 0, carriedOver: 3 });
  });

  it('leaves half of what was committed in the middle of an even pace, and nothing after the end', () => {
    expect([day(1), day(2), day(4), day(6), day(9)].map((at) => evenPaceAt(at, 11, START, END))).toEqual([
      11, 11, 5.5, 0, 0,
    ]);
  });
});
