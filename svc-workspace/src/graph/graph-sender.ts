import type { createClient, OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';

/** How svc-graph is asked. */
export interface GraphQuestionDeps {
  readonly graphUrl: string;
  /** A token for what Cairn itself does in an org. */
  readonly tokenFor: (orgId: OrgId) => Promise<string>;
  readonly log: Logger;
  /** The longest time that an answer waits for svc-graph. */
  readonly waitMs?: number;
}

const WAIT_MS = 1_500;

/** The sender and the address of a client of svc-graph, for questions about one org with one time limit. */
export async function graphSender(
  { graphUrl, tokenFor, waitMs = WAIT_MS }: GraphQuestionDeps,
  orgId: OrgId,
): Promise<{ readonly send: Parameters<typeof createClient>[1]; readonly base: string }> {
  const authorization = `Bearer ${await tokenFor(orgId)}`;
  const signal = AbortSignal.timeout(waitMs);
  return {
    send: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization }, signal }),
    base: graphUrl.replace(/\/$/, ''),
  };
}
