import type { Card, DeepLink } from '@cairn/contracts';
import { emptyQuery } from '@cairn/query';
import { Dialog, EmptyState, ErrorState, TableSkeleton, TextField } from '@cairn/ui';
import { FileText, Plus, Search, SquareDashed } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { exploreStateOf, useSavedThings } from '../saved.ts';

const blank = (orgId: string): Card => questionCard('Empty query', { params: emptyQuery(orgId), viz: [] });
const text: Card = { kind: 'markdown', markdown: '', transparent: false };

function questionCard(
  title: string,
  state: Extract<Card, { kind: 'explore' }>['state'],
  savedId?: string,
): Card {
  return {
    kind: 'explore',
    title,
    showTitle: true,
    centerTitle: false,
    transparent: false,
    snippetTags: [],
    mappings: [],
    state,
    ...(savedId ? { savedId } : {}),
  };
}

/** A saved query as a card; null when its state cannot be read. */
export function cardOfQuery(link: DeepLink): Card | null {
  const state = exploreStateOf(link);
  return state && questionCard(link.name, state, link.id);
}

/** Whether every word is somewhere in the query's name, description or tags. */
export function matchesQuery(link: DeepLink, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const where = `${link.name}\n${link.description}\n${link.group}`.toLowerCase();
  return words.every((word) => where.includes(word));
}

/** Chooses what the next card of a board is: a saved query, a text, or a blank question (W§2.8). */
export function CardPicker({
  orgId,
  onClose,
  onPick,
}: {
  orgId: string;
  onClose: () => void;
  onPick: (card: Card) => void;
}): ReactNode {
  const [filter, setFilter] = useState('');
  return (
    <Dialog open onClose={onClose} title="Add Card" width={900} height="80vh">
      <div className="ws-picker">
        <TextField
          aria-label="Filter cards"
          placeholder="Filter cards..."
          data-autofocus
          leftSection={<Search size={15} aria-hidden />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <div className="ws-picker__columns">
          <section>
            <h3 className="ws-picker__title">Create new</h3>
            <button type="button" className="ws-option" onClick={() => onPick(text)}>
              <FileText size={16} aria-hidden />
              <span>
                <b>Add Markdown Card</b>
                <small>Words, lists and links</small>
              </span>
            </button>
            <button type="button" className="ws-option" onClick={() => onPick(blank(orgId))}>
              <SquareDashed size={16} aria-hidden />
              <span>
                <b>Add Blank Card</b>
                <small>A question to fill in later</small>
              </span>
            </button>
          </section>
          <section className="ws-picker__list">
            <h3 className="ws-picker__title">Saved queries</h3>
            <SavedQueries filter={filter} onPick={onPick} />
          </section>
        </div>
      </div>
    </Dialog>
  );
}

function SavedQueries({ filter, onPick }: { filter: string; onPick: (card: Card) => void }): ReactNode {
  const things = useSavedThings();
  if (things.isPending) return <TableSkeleton rows={6} columns={1} rowHeight={44} />;
  if (things.isError) {
    return (
      <ErrorState
        inline
        title="The saved queries could not be read"
        error={things.error}
        onRetry={() => void things.refetch()}
      />
    );
  }
  const queries = things.data.filter(({ type }) => type === 'explore-v1');
  const shown = queries.filter((link) => matchesQuery(link, filter));
  if (shown.length === 0) {
    return (
      <EmptyState
        inline
        title={queries.length === 0 ? 'Saved queries become cards' : 'No query matches these words'}
      >
        {queries.length === 0 && 'Nobody has saved a query yet. Ask something in Explore and save it.'}
      </EmptyState>
    );
  }
  return shown.map((link) => {
    const card = cardOfQuery(link);
    return (
      <button
        key={link.id}
        type="button"
        className="ws-option"
        disabled={!card}
        title={card ? undefined : 'This query was saved by another version and cannot be read'}
        onClick={() => card && onPick(card)}
      >
        <Plus size={16} aria-hidden />
        <span>
          <b>{link.name}</b>
          {link.description && <small>{link.description}</small>}
        </span>
      </button>
    );
  });
}
