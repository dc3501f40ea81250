import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '@cairn/contracts/story';
import { groupEvents, timelineLines } from './group-events.ts';

const ADA = { uuid: 'p-1', name: 'Ada', avatarurl: null, isbot: false };
const BOT = { uuid: 'p-9', name: 'runner', avatarurl: null, isbot: true };

const event = (minutes: number, over: Partial<TimelineEvent> = {}): TimelineEvent => ({
  uuid: `e-${minutes}-${over.action ?? ''}`,
  occurredat: new Date(Date.UTC(2026, 10, 21, 12) - minutes * 60_000).toISOString(),
  action: 'modified',
  integration: 'git',
  entitytype: 'SourceFile',
  entityuuid: 'f-1',
  name: 'plan.ts',
  subjectuuid: 'f-1',
  newstatus: null,
  'delta.status': null,
  delta: null,
  comment: null,
  reference: null,
  draft: null,
  actor: ADA,
  day: '2026-11-21',
  type: 'edit',
  description: 'Ada modified plan.ts',
  ...over,
});

const sizes = (events: TimelineEvent[]) => groupEvents(events).map(({ similar }) => similar.length);

describe('grouping of similar events', () => {
  it('merges what lies within five minutes of the newest', () => {
    expect(sizes([event(0), event(2), event(5), event(6)])).toEqual([2, 0]);
  });

  it.each([
    ['actor', { actor: { ...ADA, uuid: 'p-2', name: 'Grace' } }],
    ['missing actor', { actor: null }],
    ['action', { action: 'added' }],
    ['source', { integration: 'github' }],
    ['entity', { entityuuid: 'f-2' }],
  ])('keeps another %s apart', (_, over) => {
    expect(sizes([event(0), event(1, over)])).toEqual([0, 0]);
  });
});

describe('the lines of a timeline', () => {
  const lines = (events: TimelineEvent[], folding = { similar: true, bots: true }) =>
    timelineLines(events, folding).map((line) =>
      line.type === 'day' ? line.day : line.type === 'bots' ? `${line.groups.length} of bots` : 'event',
    );
  const byBot = (minutes: number) => event(minutes, { actor: BOT, entityuuid: `f-${minutes}` });

  it('stand under the headings of their days', () => {
    const earlier = event(900, { day: '2026-11-20' });
    expect(lines([event(0), event(60), earlier])).toEqual([
      '2026-11-21',
      'event',
      'event',
      '2026-11-20',
      'event',
    ]);
  });

  it('are one where three or more events in a row are of bots', () => {
    expect(lines([event(0), byBot(10), byBot(20), byBot(30), event(40), byBot(50), byBot(60)])).toEqual([
      '2026-11-21',
      'event',
      '3 of bots',
      'event',
      'event',
      'event',
    ]);
  });

  it('do not fold bots across days', () => {
    const next = (minutes: number) => ({ ...byBot(minutes), day: '2026-11-20' });
    expect(lines([byBot(0), byBot(10), next(900), next(910)])).toEqual([
      '2026-11-21',
      'event',
      'event',
      '2026-11-20',
      'event',
      'event',
    ]);
  });

  it('are as many as the events where nothing is folded', () => {
    const events = [event(0), event(1), byBot(10), byBot(20), byBot(30)];
    expect(lines(events, { similar: false, bots: false })).toHaveLength(6);
  });
});
