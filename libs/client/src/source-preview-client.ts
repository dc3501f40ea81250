import { createClient } from '@cairn/contracts';
import type { sourceOfferContract } from '@cairn/contracts/source-offers';
import type { sourcePreviewContract } from '@cairn/contracts/source-preview';
import { routeAt } from './route-at.ts';

type Offers = typeof sourceOfferContract;
type Previews = typeof sourcePreviewContract;

/** The routes of svc-graph that ask a tool what it has, and what else could be read. */
export const sourcePreviewClient = /* #__PURE__ */ createClient(
  {
    previewSource: routeAt<Previews['previewSource']>('/api/{orgId}/sources/preview-source'),
    listOffers: routeAt<Offers['listOffers']>('/api/{orgId}/sources/list-offers'),
    testSource: routeAt<Previews['testSource']>('/api/{orgId}/sources/test-source'),
  },
  (url, init) => fetch(url, init),
);
