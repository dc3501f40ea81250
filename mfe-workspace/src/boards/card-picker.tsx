import type { Card, DeepLink } from '@cairn/contracts';
import { emptyQuery } from '@cairn/query';
import { Dialog, EmptyState, ErrorState, Select, TableSkeleton, TextField } from '@cairn/ui';
import { FileText, Plus, Search, SquareDashed } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { typeOf, useSavedThings } from '@cairn/saved';
import { useConfiguration } from '../graph-data.ts';
import {
  ANY,
  candidateOf,
  matchesPicker,
  parseTokens,
  type Candidate,
  type PickerChoices,
} from './picker-filter.ts';

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
  const state = typeOf(link)?.question(link) ?? null;
  return state && questionCard(link.name, state, link.id);
}

const FILTER_MS = 500;

/** A text as it was a moment ago, so that a list does not jump at every letter (W§9). */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), FILTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
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
  const [only, setOnly] = useState(ANY);
  const settled = useSettled(filter);
  const things = useSavedThings({ refetchOnMount: 'always' });
  const candidates = (things.data ?? []).filter((link) => typeOf(link)?.isQuestion).map(candidateOf);
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
        <Narrow candidates={candidates} only={only} onChange={setOnly} />
        <div className="ws-picker__columns">
          <section>
            <h3 className="ws-picker__title">Create New</h3>
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
            {things.isPending ? (
              <TableSkeleton rows={6} columns={1} rowHeight={44} />
            ) : things.isError ? (
              <ErrorState
                inline
                title="The saved queries could not be read"
                error={things.error}
                onRetry={() => void things.refetch()}
              />
            ) : (
              <SavedQueries candidates={candidates} filter={settled} only={only} onPick={onPick} />
            )}
          </section>
        </div>
      </div>
    </Dialog>
  );
}

const different = (values: readonly (string | null)[]) =>
  [...new Set(values)].filter((value) => value !== null).toSorted((a, b) => a.localeCompare(b));

/** Choices that narrow the saved queries to what some of them have. */
function Narrow({
  candidates,
  only,
  onChange,
}: {
  candidates: readonly Candidate[];
  only: PickerChoices;
  onChange: (only: PickerChoices) => void;
}): ReactNode {
  const kinds = useConfiguration().data?.kinds;
  const pluralOf = (name: string) => kinds?.find((kind) => kind.name === name)?.plural ?? name;
  const selects = different(candidates.map(({ select }) => select));
  const choices = [
    { key: 'select', any: 'Entity', data: selects.map((value) => ({ value, label: pluralOf(value) })) },
    { key: 'tag', any: 'Tags', data: different(candidates.flatMap(({ tags }) => tags)) },
    {
      key: 'visualization',
      any: 'Visualization',
      data: different(candidates.map(({ visualization }) => visualization)),
    },
  ] as const;
  return (
    <div className="ws-picker__narrow">
      {choices.map(({ key, any, data }) => (
        <Select
          key={key}
          aria-label={any}
          placeholder={any}
          clearable
          searchable
          data={[...data]}
          disabled={data.length === 0}
          value={only[key]}
          onChange={(value) => onChange({ ...only, [key]: value })}
        />
      ))}
    </div>
  );
}

interface SavedQueriesProps {
  candidates: readonly Candidate[];
  filter: string;
  only: PickerChoices;
  onPick: (card: Card) => void;
}

function SavedQueries({ candidates, filter, only, onPick }: SavedQueriesProps): ReactNode {
  const tokens = parseTokens(filter);
  const shown = candidates.filter((candidate) => matchesPicker(candidate, tokens, only));
  if (shown.length === 0) {
    return (
      <EmptyState
        inline
        title={candidates.length === 0 ? 'Saved queries become cards' : 'No query matches this filter'}
      >
        {candidates.length === 0 && 'Nobody has saved a query yet. Ask something in Explore and save it.'}
      </EmptyState>
    );
  }
  return shown.map(({ link }) => {
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
