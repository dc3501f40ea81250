import type { Handlers } from '@cairn/service-kit';
import { queryContract } from '@cairn/contracts';
import { AnswerCache } from './answers/answer-cache.ts';
import { answersHandlers } from './answers/routes.ts';
import type { AnswersDeps } from './answers/routes.ts';
import { StreamingAnswers } from './answers/streaming-answers.ts';
import { configurationHandlers } from './configuration/routes.ts';
import { emptyReasonsHandlers } from './empty-reasons/routes.ts';
import type { EmptyReasonsDeps } from './empty-reasons/routes.ts';
import { explainHandlers } from './explain/routes.ts';
import { facetOptionsHandlers } from './facet-options/routes.ts';
import { highlightsHandlers } from './highlights/routes.ts';
import { versionsHandlers } from './versions/routes.ts';

/** Bytes of the body of a query: a filter may list many values. */
export const QUERY_BYTES = 4 * 1_048_576;

export interface GraphSearchDeps extends Omit<AnswersDeps, 'answers' | 'streaming'>, EmptyReasonsDeps {
  readonly answers?: AnswerCache;
}

/** The routes under `/graph-search`, slice by slice. */
export function graphSearchHandlers(given: GraphSearchDeps): Handlers<typeof queryContract> {
  const deps = { ...given, answers: given.answers ?? new AnswerCache(), streaming: new StreamingAnswers() };
  return {
    ...answersHandlers(deps),
    ...facetOptionsHandlers(deps),
    ...configurationHandlers(deps),
    ...highlightsHandlers(deps),
    ...emptyReasonsHandlers(deps),
    ...explainHandlers(deps),
    ...versionsHandlers(deps),
  };
}
