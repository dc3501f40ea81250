import type { AskAnswer } from '@cairn/contracts';
import { withDefaultBranch } from '@cairn/query';
import type { LookUp } from './planner/resolve-value.ts';

const EVERYWHERE = /\b(?:on|in|across|over|from) (?:all|every|any)(?: of)?(?: the| our)? branch(?:es)?\b/i;

/** A question without the words that ask for every branch, and whether it had them. */
export function readBranches(text: string): { readonly text: string; readonly everywhere: boolean } {
  const everywhere = EVERYWHERE.test(text);
  return { text: everywhere ? text.replace(EVERYWHERE, ' ') : text, everywhere };
}

/**
 * Confines a question of commits to default branches, as new questions begin (ruling 24), and says so. One that names
 * branches or releases stays as it is, and so does one of an org without a default branch.
 */
export async function onDefaultBranch(answer: AskAnswer, lookUp: LookUp | null): Promise<AskAnswer> {
  const query = withDefaultBranch(answer.query);
  if (query === answer.query || !lookUp) return answer;
  const known = await lookUp({ target: 'Branch', attribute: 'status' }, 'default');
  if (!known?.includes('default')) return answer;
  const understood = [
    ...answer.understood,
    'On the default branch; remove that clause to count every branch.',
  ];
  return { ...answer, query, understood };
}
