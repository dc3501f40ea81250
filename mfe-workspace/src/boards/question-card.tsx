import type { Card, View } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { editQuery, type Query } from '@cairn/query';
import { ChartSkeleton, EmptyState, type DateRange } from '@cairn/ui';
import { MessageCircleQuestion } from 'lucide-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { useNear } from './near.ts';

export type QuestionCardState = Extract<Card, { kind: 'explore' }>;

export const DEFAULT_VIEW: View = { value: 'default', config: {} };

/** The card's own query with the board's dates in place of its own, when the board has some. */
export function cardQuery(card: QuestionCardState, range: DateRange | null): Query {
  if (!range) return card.state.params;
  return editQuery(
    card.state.params,
    'duration' in range
      ? { type: 'setDuration', duration: range.duration }
      : { type: 'setDates', startDate: range.startDate, endDate: range.endDate },
  );
}

/** What a question card shows below its title; it asks only once it is near the screen. */
export function QuestionCard({
  card,
  view,
  range,
  onViewChange,
}: {
  card: QuestionCardState;
  view: View;
  range: DateRange | null;
  onViewChange: (view: View) => void;
}): ReactNode {
  const host = useHost();
  const frame = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const query = useMemo(() => cardQuery(card, range), [card, range]);
  const asks = card.state.params.select.length > 0;
  return (
    <div ref={frame} className="ws-card__view">
      {!asks ? (
        <EmptyState inline icon={<MessageCircleQuestion aria-hidden />} title="This card asks nothing yet">
          Open it in Explore from its menu, save the query, and add it as a card.
        </EmptyState>
      ) : near ? (
        host.renderPart('explore/QuestionView', {
          query,
          view,
          onViewChange,
          label: card.title || 'Question',
        })
      ) : (
        <ChartSkeleton height="100%" />
      )}
    </div>
  );
}
