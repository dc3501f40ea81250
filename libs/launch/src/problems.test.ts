import { describe, expect, it } from 'vitest';
import { printProblemsOnce } from './problems.ts';

const full = { key: 'full', message: 'The disk is full.', over: 'There is room again.' };

describe('printProblemsOnce', () => {
  it('says a problem of two reporters once, and that it is over when the last has it no longer', () => {
    const printed: string[] = [];
    const report = printProblemsOnce((line) => printed.push(line));
    report('logs', [full]);
    report('disk', [full]);
    report('logs', [full]);
    report('disk', []);
    expect(printed).toEqual(['The disk is full.']);
    report('logs', []);
    report('logs', []);
    expect(printed).toEqual(['The disk is full.', 'There is room again.']);
  });
});
