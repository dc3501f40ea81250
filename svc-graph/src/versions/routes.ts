import { queryContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { OrgGraphs } from '../query/graph.ts';
import { VersionStreams } from './version-streams.ts';

export interface VersionsDeps {
  readonly graphs: OrgGraphs;
  /** Aborts when the service is about to end. */
  readonly stopping?: AbortSignal | undefined;
}

/** The routes of this slice. */
export const versionsContract = { versions: queryContract.versions };

/** A stream of the data versions of an org. */
export function versionsHandlers({ graphs, stopping }: VersionsDeps): Handlers<typeof versionsContract> {
  const streams = new VersionStreams(stopping);
  return {
    versions: async ({ caller: { userId }, params: { orgId }, request, signal }) => {
      const graph = await graphs.open(orgId);
      return streams.open({ orgId, userId, graph, known: request.headers.get('last-event-id'), signal });
    },
  };
}
