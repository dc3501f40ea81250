import { KINDS } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { findItem, traceFields } from './trace.ts';

const item = {
  id: 'PR_7',
  title: 'Mend the clock',
  number: 7,
  author: { login: 'ada', id: 'U_1' },
  createdAt: '2026-03-01T09:00:00Z',
  labels: { nodes: [{ name: 'bug' }, { name: 'clock' }] },
  state: 'OPEN',
};
const payload = { repository: { name: 'engine' }, items: [{ id: 'PR_6' }, item, { id: 'PR_8' }] };
const kind = KINDS.find(({ name }) => name === 'PullRequest');
if (!kind) throw new Error('no such kind');

describe('the item of a payload', () => {
  it('is the smallest object that has the id among its values', () => {
    expect(findItem(payload, 'PR_7')).toBe(item);
    expect(findItem(payload, 'U_1')).toBe(item.author);
    expect(findItem(payload, 'PR_9')).toBeUndefined();
  });

  it('is found by an id that is a number there', () => {
    expect(findItem({ list: [{ id: 41 }, { id: 42, name: 'x' }] }, '42')).toEqual({ id: 42, name: 'x' });
  });
});

describe('a field', () => {
  const trace = (row: Parameters<typeof traceFields>[1]) =>
    traceFields(kind, row, item).map(({ field, value, paths }) => [field, value, paths]);

  it('names the places where its value stands, whatever the case of a word', () => {
    expect(trace({ title: 'Mend the clock', number: 7, state: 'Open' })).toEqual([
      ['title', 'Mend the clock', ['title']],
      ['number', '7', ['number']],
      ['state', 'Open', ['state']],
    ]);
  });

  it('that is a moment is found though it is written otherwise', () => {
    const at = Date.parse('2026-03-01T09:00:00Z') / 1_000;
    expect(trace({ createdAt: at, closedAt: at + 1 })).toEqual([
      ['createdAt', '2026-03-01T09:00:00.000Z', ['createdAt']],
      ['closedAt', '2026-03-01T09:00:01.000Z', []],
    ]);
  });

  it('that is a list names where each of its values stands', () => {
    expect(trace({ labels: ['bug', 'clock'] })).toEqual([
      ['labels', 'bug,clock', ['labels.nodes.0.name', 'labels.nodes.1.name']],
    ]);
  });

  it('without a value, or of the system, is left out', () => {
    expect(trace({ uuid: 'PR_7', externalId: 'PR_7', title: null })).toEqual([]);
  });
});
