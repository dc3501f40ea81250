import { describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../graph/graph.ts';
import { groupEvents } from './group-events.ts';

const event = (minutes: number, over: Partial<HistoryEvent> = {}): HistoryEvent => ({
  uuid: `e-${minutes}-${over.action ?? ''}`,
  occurredAt: new Date(Date.UTC(2026, 10, 21, 12) - minutes * 60_000).toISOString(),
  action: 'modified',
  integration: 'git',
  entityType: 'SourceFile',
  entityUuid: 'f-1',
  name: 'plan.ts',
  subjectUuid: 'f-1',
  newStatus: null,
  delta: null,
  comment: null,
  reference: null,
  draft: null,
  actor: { uuid: 'p-1', name: 'Ada' },
  ...over,
});

const sizes = (events: HistoryEvent[]) => groupEvents(events).map(({ similar }) => similar.length);

describe('grouping of similar events', () => {
  it('merges what lies within five minutes of the newest', () => {
    expect(sizes([event(0), event(2), event(5), event(6)])).toEqual([2, 0]);
  });

  it.each([
    ['actor', { actor: { uuid: 'p-2', name: 'Grace' } }],
    ['missing actor', { actor: null }],
    ['action', { action: 'added' }],
    ['source', { integration: 'github' }],
    ['entity', { entityUuid: 'f-2' }],
  ])('keeps another %s apart', (_, over) => {
    expect(sizes([event(0), event(1, over)])).toEqual([0, 0]);
  });
});
