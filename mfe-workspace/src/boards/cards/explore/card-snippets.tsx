import { useHost } from '@cairn/host';
import { isAbout, type QueryPart } from '@cairn/query';
import { savedThing } from '@cairn/saved';
import { isForCards, partOfSnippet, useSnippets } from '@cairn/saved/snippets';
import { Button, Dialog, ErrorState, Skeleton, Stack, Text } from '@cairn/ui';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExploreCard } from './explore-card-state.ts';

/** The most snippets that a card offers. */
const MOST = 50;

/** A snippet that a reader chose for a card. */
export interface ChosenSnippet {
  readonly name: string;
  readonly part: QueryPart;
}

interface CardSnippetsProps {
  readonly card: ExploreCard;
  readonly onChoose: (chosen: ChosenSnippet) => void;
  readonly onClose: () => void;
}

/** Offers the snippets for cards that have a tag of this card, and that are about what it asks for. */
export function CardSnippets({ card, onChoose, onClose }: CardSnippetsProps): ReactNode {
  const { offered, isReading, error, retry } = useOffered(card);
  return (
    <Dialog open onClose={onClose} title="Ask with a snippet">
      {error && <ErrorState inline title="The snippets cannot be read" error={error} onRetry={retry} />}
      {isReading && !error && <Skeleton height={120} />}
      {!isReading && !error && offered.length === 0 && (
        <Text as="p" tone="muted">
          No snippet with the tags {card.snippetTags.join(', ')} fits this question.
        </Text>
      )}
      <Stack gap={2} role="list" aria-label="Snippets">
        {offered.map((snippet, index) => (
          <div key={snippet.id} role="listitem">
            <Button data-autofocus={index === 0 || undefined} onClick={() => onChoose(snippet)}>
              {snippet.name}
            </Button>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}

function useOffered({ snippetTags, state }: ExploreCard) {
  const { org } = useHost();
  const list = useSnippets();
  const tagged = (list.data?.links ?? [])
    .filter(({ brief }) => brief.tags.some((tag) => snippetTags.includes(tag)))
    .slice(0, MOST);
  const whole = useQueries({ queries: tagged.map(({ id }) => savedThing(org.id, id)) });
  const offered = whole.flatMap(({ data }) => {
    if (!data || !isForCards(data)) return [];
    const part = partOfSnippet(data);
    return part && isAbout(state.params, part) ? [{ id: data.id, name: data.name, part }] : [];
  });
  return {
    offered,
    isReading: list.isPending || whole.some(({ isPending }) => isPending),
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
  };
}
