import type { FoundEntity, LinkSummary } from '@cairn/contracts';
import type { LucideIcon } from 'lucide-react';

/** One line of the palette. */
export interface Choice {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly kind: 'ask' | 'command' | 'saved' | 'entity' | 'mention' | 'tab' | 'more' | 'similar';
  readonly icon: LucideIcon;
  readonly entity?: FoundEntity;
  readonly link?: LinkSummary;
  readonly run: () => void;
}

/** Choices that leave the palette open: questions until they are answered, and those that change its text or lists. */
export const KEEPS_OPEN: ReadonlySet<Choice['kind']> = new Set(['ask', 'mention', 'more']);
