import { chatContract } from '@cairn/contracts';
import { chatReplyContract } from '@cairn/contracts/chat-replies';
import { CATALOGUE } from '@cairn/entities';
import { serve, type Logger, type ServiceApp, type Verifier } from '@cairn/service-kit';
import type { Registry } from 'prom-client';
import type { GraphNames } from './ask/graph-names.ts';
import type { GraphValues } from './ask/graph-values.ts';
import { createLexicon } from './ask/planner/lexicon.ts';
import type { Provided } from './ask/provided.ts';
import { askRoutes, type AskDeps } from './ask/routes.ts';
import { chatRoutes } from './chat/routes.ts';

export interface ChatDeps {
  readonly verifier: Verifier;
  /** Opens metrics and the OpenAPI document to parts of Cairn; without it they are closed. */
  readonly internalSecret?: string;
  readonly log: Logger;
  /** Looks up values that a question names; null without a graph. */
  readonly values: GraphValues | null;
  /** Finds entities that a text names; without it a text is read as a question alone. */
  readonly names?: GraphNames | null;
  /** Says what sources of an org provide; without it nothing is refused for being empty. */
  readonly provided?: Provided | null;
  readonly now?: () => Date;
  readonly registry?: Registry;
}

/** Room for the queries of a whole board. */
const BODY_LIMIT = 512 * 1_024;

/** Turns questions in words into queries. It stores nothing and uses no database. */
export function createApp({
  verifier,
  internalSecret,
  log,
  values,
  names = null,
  provided = null,
  now = () => new Date(),
  registry,
}: ChatDeps): ServiceApp {
  const deps: AskDeps = { lexicon: createLexicon(CATALOGUE), values, names, provided, now };
  const handlers = { ...askRoutes(deps), ...chatRoutes(deps) };
  return serve({ ...chatContract, ...chatReplyContract }, handlers, {
    name: 'svc-chat',
    log,
    verifier,
    ...(internalSecret ? { internalSecret } : {}),
    bodyLimit: BODY_LIMIT,
    ...(registry ? { registry } : {}),
  });
}
