import { createClient } from '@cairn/contracts';
import type { sourceInstallContract } from '@cairn/contracts/source-installs';
import { routeAt } from './route-at.ts';

type Installs = typeof sourceInstallContract;

/** The routes of svc-graph that install the app of a tool. */
export const sourceInstallClient = /* #__PURE__ */ createClient(
  {
    getInstallUrl: routeAt<Installs['getInstallUrl']>('/api/{orgId}/sources/get-install-url'),
    completeInstall: routeAt<Installs['completeInstall']>('/api/{orgId}/sources/complete-install'),
  },
  (url, init) => fetch(url, init),
);
