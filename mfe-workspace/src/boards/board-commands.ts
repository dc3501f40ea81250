import { useHost } from '@cairn/host';
import { useEffect, useEffectEvent } from 'react';

interface BoardActions {
  save: () => void;
  add: () => void;
  lock: () => void;
}

/** Adds the actions of the open board to the commands, with keys. */
export function useBoardCommands(mayEdit: boolean, actions: BoardActions): void {
  const { addCommands } = useHost();
  const save = useEffectEvent(actions.save);
  const add = useEffectEvent(actions.add);
  const lock = useEffectEvent(actions.lock);
  useEffect(() => {
    if (!mayEdit) return undefined;
    return addCommands([
      { id: 'board.save', group: 'Board', label: 'Save board', keys: 'mod+s', run: () => save() },
      { id: 'board.add', group: 'Board', label: 'Add card', keys: 'b a', run: () => add() },
      { id: 'board.lock', group: 'Board', label: 'Lock or unlock board', keys: 'b l', run: () => lock() },
    ]);
  }, [mayEdit, addCommands]);
}
