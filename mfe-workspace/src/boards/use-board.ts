import type { DeepLink } from '@cairn/contracts';
import { useBoardDraft } from './use-board-draft.ts';
import { useBoardSave } from './use-board-save.ts';

/** A board that is being edited: its draft, and how it is saved. */
export function useBoard(boardId: string, link: DeepLink | null) {
  const { accept, forget, bringBack, ...kept } = useBoardDraft(boardId, link);
  const { draft } = kept;
  const save = useBoardSave(boardId, { draft, accept, forget, bringBack });
  return { ...kept, ...save };
}

export type OpenBoard = ReturnType<typeof useBoard>;
