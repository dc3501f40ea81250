import { Badge, formatDate } from '@cairn/ui';
import { Calendar } from 'lucide-react';
import type { ReactNode } from 'react';
import { EntityBadge } from './entity-badge.tsx';
import { WordBadge } from './word-badge.tsx';
import type { WordList } from './word-looks.ts';

/** The categories of badges (W§3). */
export const BADGE_CATEGORIES = [
  'status',
  'action',
  'entity',
  'metadata',
  'classification',
  'urgency',
  'issuetype',
  'priority',
  'date',
] as const;

export type BadgeCategory = (typeof BADGE_CATEGORIES)[number];

const WORDS: Readonly<Partial<Record<BadgeCategory, WordList>>> = {
  status: 'status',
  action: 'action',
  classification: 'classification',
  urgency: 'urgency',
  issuetype: 'issueType',
  priority: 'priority',
};

/** A value as the badge of its category: a word in its colour, a kind with its icon, a date, or plain. */
export function CategoryBadge({ category, value }: { category: BadgeCategory; value: string }): ReactNode {
  const words = WORDS[category];
  if (words) return <WordBadge of={words} word={value} />;
  if (category === 'entity') return <EntityBadge kind={value} />;
  if (category === 'date') return <Badge icon={<Calendar aria-hidden />}>{formatDate(value)}</Badge>;
  return <Badge>{value}</Badge>;
}
