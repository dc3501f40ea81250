import { vocabularyOf, WordBadge, type WordList } from '@cairn/ui/viewers';
import type { ReactNode } from 'react';

/** The vocabulary of the status of a kind, where that is how something ended. */
const WORDS: Readonly<Record<string, WordList>> = { CicdPipeline: 'result', PullRequestReview: 'result' };

interface StatusBadgeProps {
  readonly kind: string;
  readonly status: string | null;
  readonly statusCategory: string | null;
}

/** The status of a related entity in its colour; nothing where it has none. */
export function StatusBadge({ kind, status, statusCategory }: StatusBadgeProps): ReactNode {
  const of = WORDS[kind] ?? vocabularyOf('status', kind) ?? 'status';
  return status && <WordBadge of={of} word={status} category={statusCategory} />;
}
