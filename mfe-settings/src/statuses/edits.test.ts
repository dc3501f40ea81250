import { describe, expect, it } from 'vitest';
import { categorised, choicesOf, moved } from './edits.ts';

const STATUSES = [
  { name: 'To Do', category: 'todo', issues: 3 },
  { name: 'In QA', category: 'todo', issues: 1 },
  { name: 'Done', category: 'done', issues: 9 },
] as const;

describe('statuses of a project', () => {
  it('move by one place, and not beyond the ends', () => {
    const names = (at: number, by: -1 | 1) => moved(STATUSES, at, by).map(({ name }) => name);
    expect(names(1, -1)).toEqual(['In QA', 'To Do', 'Done']);
    expect(names(1, 1)).toEqual(['To Do', 'Done', 'In QA']);
    expect(names(0, -1)).toEqual(['To Do', 'In QA', 'Done']);
    expect(names(2, 1)).toEqual(['To Do', 'In QA', 'Done']);
  });

  it('take another category, one at a time', () => {
    expect(categorised(choicesOf(STATUSES), 'In QA', 'inProgress')).toEqual([
      { name: 'To Do', category: 'todo' },
      { name: 'In QA', category: 'inProgress' },
      { name: 'Done', category: 'done' },
    ]);
  });
});
