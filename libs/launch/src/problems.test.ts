import { describe, expect, it } from 'vitest';
import { sayProblemsOnce } from './problems.ts';

const full = { key: 'full', message: 'The disk is full.', over: 'There is room again.' };

describe('sayProblemsOnce', () => {
  it('says a problem of two reporters once, and that it is over when the last has it no longer', () => {
    const said: string[] = [];
    const report = sayProblemsOnce((line) => said.push(line));
    report('logs', [full]);
    report('disk', [full]);
    report('logs', [full]);
    report('disk', []);
    expect(said).toEqual(['The disk is full.']);
    report('logs', []);
    report('logs', []);
    expect(said).toEqual(['The disk is full.', 'There is room again.']);
  });
});
