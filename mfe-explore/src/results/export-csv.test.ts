import { describe, expect, it } from 'vitest';
import { csvName } from './export-csv.ts';

describe('the name of an export', () => {
  it('says what it holds, and where it was cut', () => {
    expect(csvName('Commits by author, last 90 days', null)).toBe('commits-by-author-last-90-days.csv');
    expect(csvName('Commits', 1_000)).toBe('commits-first-1000-rows.csv');
    expect(csvName('…', null)).toBe('answer.csv');
  });
});
