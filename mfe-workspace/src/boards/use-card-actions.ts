import type { AnyCard } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useState } from 'react';
import type { Overlay } from './board-overlays.tsx';
import { useCardTable } from './cards/card-table.ts';
import type { CardType } from './cards/card-type.tsx';
import type { OpenBoard } from './use-board.ts';

/** Adds and removes the cards of a board; a removed one can be restored from its toast. */
export function useCardActions({ draft, edit }: OpenBoard, setOverlay: (overlay: Overlay) => void) {
  const { toast } = useHost();
  const { titleOf } = useCardTable();
  const [added, setAdded] = useState<string | null>(null);
  const add = (type: CardType, card: AnyCard) => {
    const id = crypto.randomUUID();
    edit({ type: 'add', id, card, size: type.defaultSize });
    setAdded(id);
    setOverlay(type.offer?.opensEditor ? { kind: 'card', id } : null);
  };
  const remove = (id: string) => {
    const card = draft.state.data[id];
    const position = draft.state.layout.find(({ i }) => i === id);
    edit({ type: 'remove', id });
    if (!card || !position) return;
    const onUndo = () => edit({ type: 'restore', card, position });
    toast({ kind: 'undo', message: `Removed ${titleOf(card)}`, onUndo });
  };
  return { added, add, remove };
}
