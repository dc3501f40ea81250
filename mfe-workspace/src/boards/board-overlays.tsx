import type { AnyCard, DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import type { DateRange } from '@cairn/ui';
import type { ReactNode } from 'react';
import { CardPicker } from './card-picker.tsx';
import { useCardTable } from './cards/card-table.ts';
import type { CardType } from './cards/card-type.tsx';
import type { BoardSettings } from './edits.ts';
import { SAVE_PROBLEMS } from './save-problem.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import type { OpenBoard } from './use-board.ts';

/** The dialog that is open over a board. */
export type Overlay = { kind: 'picker' } | { kind: 'settings' } | { kind: 'card'; id: string } | null;

interface OverlaysProps {
  overlay: Overlay;
  board: OpenBoard;
  boardId: string;
  link: DeepLink | null;
  onRange: (range: DateRange | null) => void;
  onPick: (type: CardType, card: AnyCard) => void;
  onClose: () => void;
}

/** The picker, the settings or the editor of a card. */
export function BoardOverlays(props: OverlaysProps): ReactNode {
  const { overlay, board, onClose } = props;
  const { org } = useHost();
  const { typeOf } = useCardTable();
  if (overlay?.kind === 'picker') {
    return <CardPicker orgId={org.id} onClose={onClose} onPick={props.onPick} />;
  }
  if (overlay?.kind === 'settings') return <SettingsOfBoard {...props} />;
  const card = overlay && board.draft.state.data[overlay.id];
  if (!card) return null;
  const onSave = (next: AnyCard) => {
    board.edit({ type: 'card', id: overlay.id, card: next });
    onClose();
  };
  return typeOf(card).edit?.({ card, onClose, onSave });
}

function SettingsOfBoard({ board, boardId, link, onRange, onClose }: OverlaysProps): ReactNode {
  const isNew = boardId === 'new';
  const { draft, problem } = board;
  const submit = (settings: BoardSettings) => {
    board.edit({ type: 'settings', ...settings });
    onRange(settings.extras.defaultDateRange ?? null);
    if (!isNew) return onClose();
    const { name, description, scope, extras } = settings;
    void board.save({ ...draft, name, description, scope, state: { ...draft.state, extras } });
  };
  return (
    <SettingsDialog
      draft={draft}
      link={link}
      title={isNew ? 'Save board' : 'Board settings'}
      verb={isNew ? 'Save board' : 'Apply'}
      problem={isNew && problem && problem !== 'conflict' ? SAVE_PROBLEMS[problem] : null}
      busy={board.saving}
      onClose={onClose}
      onSubmit={submit}
    />
  );
}
