import { exploreAddress, Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { locationOf } from '../navigation/saved-tabs.ts';
import { spaceOffer } from './space-offer.ts';

const query = Query.parse({ select: ['Commit'] });
const offerOf = (path: string) => spaceOffer({ location: locationOf(path), title: 'A' });

describe('what a space would hold of a tab', () => {
  it.each([
    ['/acme/boards/b1', { type: 'board', name: 'A', config: { id: 'b1' } }],
    ['/acme/entity/u1', { type: 'entity', name: 'A', config: { uuid: 'u1' } }],
    [exploreAddress('acme', { query, saved: 'q1' }), { type: 'query', name: 'A', config: { id: 'q1' } }],
  ])('%s is a thing', (path, offer) => expect(offerOf(path)).toEqual(offer));

  it.each(['/acme/boards/new', '/acme/boards/start', '/acme/home', exploreAddress('acme', { query })])(
    '%s is nothing',
    (path) => expect(offerOf(path)).toBeNull(),
  );
});
