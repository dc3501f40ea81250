import { Query } from '@cairn/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAnswer } from '../../test/samples.ts';
import { overlayEvents, overlayQueries, placeEvents, placeWithin, type OverlayEvent } from './overlays.ts';

const WEEK = 7 * 86_400_000;
const STARTS = [0, WEEK, 2 * WEEK, 3 * WEEK];
const event = (at: number, source: OverlayEvent['source'] = 'releases'): OverlayEvent => ({
  source,
  at,
  name: `at ${at}`,
  uuid: `${source} ${at}`,
});

describe('what happened on a time axis', () => {
  it('lies where its moment is in its period, also in the last one', () => {
    const places = placeEvents([event(WEEK), event(1.5 * WEEK), event(3.25 * WEEK)], STARTS, 0.01);
    expect(places.map(({ place }) => place)).toEqual([1, 1.5, 3.25]);
  });

  it('is left out before the first period and after the last', () => {
    expect(placeEvents([event(-1), event(4 * WEEK), event(9 * WEEK)], STARTS, 0.01)).toEqual([]);
  });

  it('is one mark where it falls together with others of its kind, never of another', () => {
    const near = [event(10), event(20), event(30, 'incidents'), event(WEEK)];
    const groups = placeEvents(near, STARTS, 0.1);
    expect(groups.map(({ source, events }) => [source, events.length])).toEqual([
      ['releases', 2],
      ['incidents', 1],
      ['releases', 1],
    ]);
  });

  it('is one mark for each whole period and kind where periods are tiles', () => {
    const late = [event(WEEK - 2), event(WEEK - 1), event(WEEK), event(WEEK + 1, 'incidents')];
    const groups = placeWithin(late, STARTS);
    expect(groups.map(({ source, place, events }) => [source, place, events.length])).toEqual([
      ['releases', 0, 2],
      ['releases', 1, 1],
      ['incidents', 1, 1],
    ]);
  });

  it('is never lost: each within the axis is in one group, in order of time', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 4 * WEEK - 1 }), { maxLength: 30 });
    fc.assert(
      fc.property(moments, fc.double({ min: 0.001, max: 1, noNaN: true }), (all, apart) => {
        const groups = placeEvents(
          all.map((at) => event(at)),
          STARTS,
          apart,
        );
        const found = groups.flatMap(({ events }) => events.map(({ at }) => at));
        expect(found).toEqual(all.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('the further requests for it', () => {
  const query = Query.parse({
    orgId: 'acme',
    select: ['PullRequest'],
    duration: 'P90D',
    filters: [
      { target: 'Repository', attribute: 'name', comparison: { IN: ['atlas'] } },
      { target: 'PullRequest', attribute: 'status', comparison: { IN: ['merged'] } },
    ],
  });

  it('are made for what is switched on, with the dates and repositories of the question', () => {
    const { releases, deployments, incidents } = overlayQueries(query, {
      releases: true,
      deployments: false,
      incidents: true,
    });
    expect(deployments).toBeUndefined();
    expect(releases?.query).toMatchObject({ select: ['Release'], orgId: 'acme' });
    expect(releases?.query.filters).toEqual([
      query.filters[0],
      { target: 'Release', attribute: 'publishedAt', comparison: { 'IN LAST': ['P90D'] } },
    ]);
    expect(incidents?.query.filters).not.toContainEqual(query.filters[0]);
    expect(incidents?.query.filters).toContainEqual({
      target: 'Issue',
      attribute: 'issueType',
      comparison: { IN: ['Incident', 'incident'] },
    });
  });

  it('are read as names, moments and uuids; what has no moment is left out', () => {
    const columns = [
      { key: 'uuid', label: 'Id', type: 'string', role: 'id' },
      { key: 'Release.name', label: 'Name', type: 'string', role: 'attribute' },
      { key: 'Release.publishedAt', label: 'Published at', type: 'datetime', role: 'attribute' },
    ] as const;
    const rows = [
      { uuid: 'a', 'Release.name': 'v1', 'Release.publishedAt': '2026-06-01T00:00:00Z' },
      { uuid: 'b', 'Release.name': 'v2', 'Release.publishedAt': null },
    ];
    expect(overlayEvents({ releases: sampleAnswer(columns, rows) })).toEqual([
      { source: 'releases', at: Date.UTC(2026, 5, 1), name: 'v1', uuid: 'a' },
    ]);
    expect(overlayEvents(undefined)).toEqual([]);
  });
});
