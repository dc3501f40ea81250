import type { DeepLink } from '@cairn/contracts';
import { useBoardDraft } from './use-board-draft.ts';
import { useBoardSave } from './use-board-save.ts';

/** A board that is being edited: its draft, and how it is saved. */
export function useBoard(boardId: string, link: DeepLink | null) {
  const { draft, dirty, restored, edit, discard, accept, forget } = useBoardDraft(boardId, link);
  const save = useBoardSave(boardId, { draft, accept, forget });
  return { draft, dirty, restored, edit, discard, ...save };
}

export type OpenBoard = ReturnType<typeof useBoard>;
