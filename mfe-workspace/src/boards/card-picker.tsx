import type { AnyCard, LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { savedThing, useSavedPage, useSavedTypes } from '@cairn/saved';
import { Dialog, EmptyState, ErrorState, Select, TableSkeleton } from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useConfiguration } from '../graph-data.ts';
import styles from './card-picker.module.css';
import { useCardTable } from './cards/card-table.ts';
import type { CardType } from './cards/card-type.tsx';
import {
  ANY,
  candidateOf,
  matchesPicker,
  parseTokens,
  type CardCandidate,
  type PickerChoices,
} from './picker-filter.ts';

/** The title and the size of the dialog (W§2.8). */
export const CARD_PICKER = { title: 'Add Card', width: 900, height: '80vh' } as const;

const FILTER_MS = 500;

/** The debounced text, so that a list does not jump at every letter (W§9). */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), FILTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The saved things that can become cards: all of them, or those with the words where there are too many. */
function useQuestions(filter: string) {
  const questions = useSavedTypes().filter(({ isQuestion }) => isQuestion);
  const types = questions.map(({ type }) => type);
  const all = useSavedPage({ filter: { types } }, { refetchOnMount: 'always' });
  const named = parseTokens(filter).filter(({ attribute }) => attribute === 'name');
  const words = named.map(({ value }) => value.replaceAll('_', ' ')).join(' ');
  const isTooMany = all.data !== undefined && all.data.total > all.data.links.length;
  const enabled = isTooMany && words !== '';
  const narrowed = useSavedPage({ filter: { types, words } }, { enabled });
  return enabled && narrowed.data ? narrowed : all;
}

interface CardPickerProps {
  orgId: string;
  onClose: () => void;
  onPick: (type: CardType, card: AnyCard) => void;
}

/** Chooses what the next card of a board is: a new one of a type, or one made of a saved thing (W§2.8). */
export function CardPicker({ orgId, onClose, onPick }: CardPickerProps): ReactNode {
  const [filter, setFilter] = useState('');
  const [only, setOnly] = useState(ANY);
  const settled = useSettled(filter);
  const things = useQuestions(settled);
  const candidates = (things.data?.links ?? []).map(candidateOf);
  return (
    <Dialog open onClose={onClose} {...CARD_PICKER}>
      <div className={styles.picker}>
        <SearchField
          label="Filter cards"
          placeholder="Filter cards..."
          data-autofocus
          value={filter}
          onText={setFilter}
        />
        <Narrow candidates={candidates} only={only} onChange={setOnly} />
        <div className={styles.columns}>
          <NewCards orgId={orgId} onPick={onPick} />
          <section className={styles.list} aria-label="Saved queries">
            <h3 className={styles.title}>Saved queries</h3>
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

function NewCards({ orgId, onPick }: Pick<CardPickerProps, 'orgId' | 'onPick'>): ReactNode {
  const { types } = useCardTable();
  return (
    <section>
      <h3 className={styles.title}>Create New</h3>
      {types.map((type) => {
        const { offer, kind } = type;
        return (
          offer && (
            <Option
              key={kind}
              icon={<offer.icon size={16} aria-hidden />}
              label={offer.label}
              hint={offer.hint}
              onClick={() => onPick(type, offer.make(orgId))}
            />
          )
        );
      })}
    </section>
  );
}

interface OptionProps extends Pick<ComponentProps<'button'>, 'onClick' | 'disabled' | 'title'> {
  icon: ReactNode;
  label: string;
  hint: string;
}

function Option({ icon, label, hint, ...rest }: OptionProps): ReactNode {
  return (
    <button {...rest} type="button" className={styles.option}>
      {icon}
      <span>
        <b>{label}</b>
        {hint && <small>{hint}</small>}
      </span>
    </button>
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
  candidates: readonly CardCandidate[];
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
    <div className={styles.narrow}>
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

interface SavedQueriesProps extends Pick<CardPickerProps, 'onPick'> {
  candidates: readonly CardCandidate[];
  filter: string;
  only: PickerChoices;
}

function SavedQueries({ candidates, filter, only, onPick }: SavedQueriesProps): ReactNode {
  const pick = usePick(onPick);
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
    const { kinds, question } = link.brief;
    const isReadable = question !== null || kinds.length > 0;
    return (
      <Option
        key={link.id}
        icon={<Plus size={16} aria-hidden />}
        label={link.name}
        hint={link.description}
        disabled={!isReadable}
        title={isReadable ? undefined : UNREADABLE}
        onClick={() => void pick(link)}
      />
    );
  });
}

const UNREADABLE = 'This query was saved by another version and cannot be read';

/** Makes a card of a saved query, which is read by its id; shows why when that fails. */
function usePick(onPick: CardPickerProps['onPick']): (link: LinkSummary) => Promise<void> {
  const { org, toast } = useHost();
  const { types } = useCardTable();
  const cache = useQueryClient();
  return async ({ id }) => {
    const link = await cache.fetchQuery(savedThing(org.id, id)).catch(() => null);
    if (!link) return toast({ kind: 'error', message: 'The query could not be read. Please try again.' });
    for (const type of types) {
      const card = type.fromLink?.(link);
      if (card) return onPick(type, card);
    }
    toast({ kind: 'error', message: `${UNREADABLE}.` });
  };
}
