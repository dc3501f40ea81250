import { createClient } from '@cairn/contracts';
import type { sourcePreviewContract } from '@cairn/contracts/source-preview';
import { routeAt } from './route-at.ts';

type Previews = typeof sourcePreviewContract;

/** The routes of svc-graph that ask a tool what it has. */
export const sourcePreviewClient = /* #__PURE__ */ createClient(
  {
    previewSource: routeAt<Previews['previewSource']>('/api/{orgId}/sources/preview-source'),
    testSource: routeAt<Previews['testSource']>('/api/{orgId}/sources/test-source'),
  },
  (url, init) => fetch(url, init),
);
