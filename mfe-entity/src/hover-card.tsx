import type { HoverCardProps } from '@cairn/host';
import type { ReactNode } from 'react';
import { EntityCard } from './kind-page/entity-card.tsx';
import { KindPagesProvider } from './kind-page/kind-pages.tsx';
import { KIND_PAGES } from './kinds/kinds.ts';

/** The card of an entity for tables and pictures of other front-ends. */
export function HoverCard(props: HoverCardProps): ReactNode {
  return (
    <KindPagesProvider value={KIND_PAGES}>
      <EntityCard {...props} />
    </KindPagesProvider>
  );
}
