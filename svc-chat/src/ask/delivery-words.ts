import type { AskAnswer } from '@cairn/contracts';
import type { Catalogue } from '@cairn/entities';
import { asDelivery, DELIVERY, type DeliveryMeasure, queryTitle } from '@cairn/query';
import { suggestView } from './planner/view.ts';

/** What tells other runs apart from deployments to production, so that the word alone does not mean it. */
const OTHERS = '(?<!\\b(?:all|every|any|failed|failing|staging|test|preview|no) )';

/** How people say each word for delivery. */
const PHRASES: readonly (readonly [DeliveryMeasure, string])[] = [
  [
    DELIVERY.changeFailureRate,
    '(?:change failure|deployment failure|change fail) (?:rate|share|percentage)s?',
  ],
  [DELIVERY.leadTimeForChanges, '(?:median )?lead times? (?:for|of) changes?'],
  [DELIVERY.commitToMerge, '(?:median )?(?:time )?(?:from )?(?:first )?commit to merge(?: time)?'],
  [DELIVERY.timeToRestore, '(?:median )?(?:mean )?times? to (?:restore|recover|recovery)(?: service)?|mttr'],
  [
    DELIVERY.deployments,
    `${OTHERS}(?:number of )?(?:deployment (?:frequency|count)|(?:production )?(?:deployments?|deploys))(?: (?:to|in) production)?`,
  ],
];

const NOUN: Readonly<Record<string, string>> = { CicdPipeline: 'pipelines', PullRequest: 'pull requests' };

/** A question without its word for delivery, which the things that the word counts stand for, and that word. */
export function readDelivery(text: string): { readonly text: string; readonly word: DeliveryMeasure | null } {
  for (const [word, phrase] of PHRASES) {
    const pattern = new RegExp(`\\b(?:${phrase})\\b`, 'i');
    if (pattern.test(text)) return { text: text.replace(pattern, NOUN[word.kind] ?? ''), word };
  }
  return { text, word: null };
}

/** The answer to a question about the things that a word for delivery counts, as that word counts them. */
export function inDelivery(answer: AskAnswer, word: DeliveryMeasure | null, catalogue: Catalogue): AskAnswer {
  if (!word || answer.query.select[0] !== word.kind) return answer;
  const query = asDelivery(answer.query, word);
  const isTrend = answer.view?.value === 'overTime';
  return {
    ...answer,
    query,
    view: suggestView(query, isTrend),
    title: queryTitle(query, catalogue),
    understood: [...answer.understood.slice(1), word.says],
  };
}
