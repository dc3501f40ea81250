import { useHost } from '@cairn/host';
import { useEffect, useEffectEvent } from 'react';

interface BoardActs {
  save: () => void;
  add: () => void;
  lock: () => void;
}

/** Lists what can be done to the open board among the commands, with keys. */
export function useBoardCommands(mayEdit: boolean, acts: BoardActs): void {
  const { addCommands } = useHost();
  const save = useEffectEvent(acts.save);
  const add = useEffectEvent(acts.add);
  const lock = useEffectEvent(acts.lock);
  useEffect(() => {
    if (!mayEdit) return undefined;
    return addCommands([
      { id: 'board.save', group: 'Board', label: 'Save board', keys: 'mod+s', run: () => save() },
      { id: 'board.add', group: 'Board', label: 'Add card', keys: 'b a', run: () => add() },
      { id: 'board.lock', group: 'Board', label: 'Lock or unlock board', keys: 'b l', run: () => lock() },
    ]);
  }, [mayEdit, addCommands]);
}
