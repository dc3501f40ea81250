import type { LinkSummary } from '@cairn/contracts';
import { useFoundThings, useSavedTypes } from '@cairn/saved';
import { useSettled } from './use-settled.ts';

/** Matches of each type (W§2.6). */
const PER_GROUP = 3;

/** The saved things that a text finds, and how many there are of each type. */
export interface FoundSaved {
  readonly data: readonly LinkSummary[];
  readonly counts: Readonly<Partial<Record<string, number>>>;
}

const NONE: FoundSaved = { data: [], counts: {} };

/** The best saved things for a text, by all that they hold; the newest of each type without one. */
export function useFoundSaved(text: string): FoundSaved {
  const typed = text.trim().slice(0, 500);
  const term = useSettled(typed);
  const types = useSavedTypes().map(({ type }) => type);
  const { data, isPlaceholderData } = useFoundThings({ text: term, types, perType: PER_GROUP });
  // Recent things are no finds: while a first text settles, none are shown.
  const isOther = (typed === '') !== (term === '') || (isPlaceholderData && typed === '');
  return data && !isOther ? data : NONE;
}
