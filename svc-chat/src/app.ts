import { chatContract } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { serve, type Logger, type ServiceApp, type Verifier } from '@cairn/service-kit';
import type { Registry } from 'prom-client';
import type { GraphValues } from './ask/graph-values.ts';
import { createLexicon } from './ask/planner/lexicon.ts';
import { askRoutes } from './ask/routes.ts';

export interface ChatDeps {
  readonly verifier: Verifier;
  readonly log: Logger;
  /** Looks up values that a question names; null when there is no graph to ask. */
  readonly values: GraphValues | null;
  readonly now?: () => Date;
  readonly registry?: Registry;
}

const BODY_LIMIT = 16 * 1_024;

/** Ask: questions in words become queries. It keeps nothing and never touches a database. */
export function createApp({ verifier, log, values, now = () => new Date(), registry }: ChatDeps): ServiceApp {
  const handlers = askRoutes({ lexicon: createLexicon(CATALOGUE), values, now });
  return serve(chatContract, handlers, {
    name: 'svc-chat',
    log,
    verifier,
    bodyLimit: BODY_LIMIT,
    ...(registry ? { registry } : {}),
  });
}
