import type { EntityDetail } from '@cairn/contracts';
import { Badge } from '@cairn/ui';
import type { ReactNode } from 'react';
import { WordBadge } from '@cairn/ui/viewers';
import type { KindPage } from './kind-page.ts';

/** The chips that a kind gives an entity, each word in the colour of its list. */
export function KindChips({ entity, page }: { entity: EntityDetail; page: KindPage }): ReactNode {
  return page.header.chips(entity).map(({ label, tone = 'neutral', of, category }, at) =>
    of ? (
      <WordBadge key={at} of={of} word={label} category={category} />
    ) : (
      <Badge key={at} tone={tone}>
        {label}
      </Badge>
    ),
  );
}
