import { BoardState, type DeepLink, type LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { savedThing, savedTypes, typeOf, useSavedPage, useSaveThing } from '@cairn/saved';
import { Dialog, plural, Stack, Text } from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { useQueryClient } from '@tanstack/react-query';
import { LayoutDashboard } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from '../spaces/space-picker.module.css';
import { isBoardable } from './bulk-bar.tsx';
import type { LibraryRow, RowsDialogProps } from './items.ts';
import { useReversible } from './use-reversible.ts';
import { withCard, type NewCard } from './with-card.ts';

const MOST_SHOWN = 50;

/** Finds a board and adds saved queries to it as its last cards. */
export function AddToBoard({ rows, onClose }: RowsDialogProps): ReactNode {
  const queries = rows.filter(isBoardable);
  const [words, setWords] = useState('');
  const boards = useSavedPage({
    filter: { types: ['dashboard-v1'], words },
    sort: { by: 'name', direction: 'ascending' },
    limit: MOST_SHOWN,
  });
  const add = useAddCards();
  const shown = (boards.data?.links ?? []).filter(({ canEdit }) => canEdit);
  const choose = (board: LinkSummary) => {
    onClose();
    void add(board, queries);
  };
  const left = rows.length - queries.length;
  return (
    <Dialog open onClose={onClose} title={`Add ${plural(queries.length, 'query', 'queries')} to a board`}>
      <Stack gap={3}>
        <SearchField
          label="Find a board"
          placeholder="Find a board..."
          data-autofocus
          value={words}
          onText={setWords}
        />
        {left > 0 && (
          <Text tone="muted">{`${plural(left, 'thing is', 'things are')} no query, and stays out.`}</Text>
        )}
        {boards.error && <Text tone="muted">{boards.error.message}</Text>}
        {boards.data && shown.length === 0 && (
          <Text tone="muted">No board that you may change has these words.</Text>
        )}
        <ul className={styles['spaces']}>
          {shown.map((board) => (
            <li key={board.id}>
              <button type="button" onClick={() => choose(board)}>
                <LayoutDashboard size={15} aria-hidden />
                <Text truncate>{board.name}</Text>
              </button>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}

const cardsOf = (links: readonly DeepLink[]): NewCard[] =>
  links.flatMap((link) => {
    const state = typeOf(link, savedTypes)?.question(link);
    return state ? [{ title: link.name, state, savedId: link.id }] : [];
  });

/** Adds cards to a board, which Undo takes away again. */
function useAddCards() {
  const { org } = useHost();
  const queries = useQueryClient();
  const { update } = useSaveThing();
  const change = useReversible();
  const whole = (id: string) => queries.fetchQuery({ ...savedThing(org.id, id), staleTime: 0 });
  return (board: LinkSummary, rows: readonly LibraryRow[]) => {
    const run = async () => {
      const [{ id, version, state: before }, ...links] = await Promise.all([
        whole(board.id),
        ...rows.map(({ link }) => whole(link.id)),
      ]);
      const next = cardsOf(links).reduce(withCard, BoardState.parse(JSON.parse(before)));
      const saved = await update({ id, version, state: JSON.stringify(next) });
      return () => update({ id, version: saved.version, state: before });
    };
    return change([{ link: board, run }], (name) => `Added ${plural(rows.length, 'card')} to ${name}`);
  };
}
