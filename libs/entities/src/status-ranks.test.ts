import { describe, expect, it } from 'vitest';
import { KINDS } from './kinds.ts';
import { rankStatuses, statusRanks } from './status-ranks.ts';

const DECIDED = [
  { status: 'To Do', category: 'todo' },
  { status: 'In QA', category: 'inProgress' },
  { status: 'Waiting', category: 'other' },
  { status: 'Done', category: 'done' },
];
const statusOf = (kinds: typeof KINDS, kind: string) =>
  kinds.find(({ name }) => name === kind)?.attributes.find(({ name }) => name === 'status');

describe('the ranks of statuses', () => {
  it('keep the decided order, and put usual ones among those of their category', () => {
    const ranks = statusRanks(DECIDED);
    const places = ['to do', 'in qa', 'waiting', 'done'].map((status) => ranks.indexOf(status));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const at = (status: string) => ranks.indexOf(status);
    expect(at('backlog')).toBeLessThan(at('in qa'));
    expect(at('in progress')).toBeLessThan(at('waiting'));
    expect(at('closed')).toBeGreaterThan(at('in qa'));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('go from what is to do to what is done where nothing is decided', () => {
    const ranks = statusOf(KINDS, 'Issue')?.ranks ?? [];
    expect(ranks).toEqual(statusRanks([]));
    expect(ranks.indexOf('to do')).toBeLessThan(ranks.indexOf('in progress'));
    expect(ranks.indexOf('in review')).toBeLessThan(ranks.indexOf('done'));
  });

  it('are those of issues and of their times in status, and of no other kind', () => {
    const kinds = rankStatuses(KINDS, DECIDED);
    for (const kind of ['Issue', 'TimeInStatus'])
      expect(statusOf(kinds, kind)?.ranks).toEqual(statusRanks(DECIDED));
    expect(statusOf(kinds, 'PullRequest')).toEqual(statusOf(KINDS, 'PullRequest'));
    expect(rankStatuses(KINDS, [])).toBe(KINDS);
  });
});
