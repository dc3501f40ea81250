import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useEffect, useReducer, useState } from 'react';
import { useCardTable } from './cards/card-table.ts';
import { draftOf, storedDraft, storeDraft } from './draft.ts';
import { editBoard, newBoard, sameBoard, type BoardDraft, type BoardEdit } from './edits.ts';

type DraftAction = { type: 'reset'; draft: BoardDraft } | BoardEdit;
const reduceDraft = (draft: BoardDraft, action: DraftAction): BoardDraft =>
  action.type === 'reset' ? action.draft : editBoard(draft, action);

/** The draft of a board: what is edited, beside the version that was saved. This tab keeps it over a reload. */
export function useBoardDraft(boardId: string, link: DeepLink | null) {
  const { org, setDirty, toast } = useHost();
  const { boardState } = useCardTable();
  const [saved, setSaved] = useState<BoardDraft>(() => (link && draftOf(link, boardState)) ?? newBoard());
  const [stored] = useState(() => storedDraft(sessionStorage, org.id, boardId, boardState));
  const [draft, dispatch] = useReducer(reduceDraft, stored ?? saved);
  const dirty = boardId === 'new' ? draft.state.layout.length > 0 : !sameBoard(draft, saved);
  useEffect(() => {
    setDirty(dirty);
    storeDraft(sessionStorage, org.id, boardId, dirty ? draft : null);
  }, [dirty, draft, org.id, boardId, setDirty]);
  useEffect(() => () => setDirty(false), [setDirty]);

  const reset = (next: BoardDraft) => {
    setSaved(next);
    dispatch({ type: 'reset', draft: next });
  };
  const bringBack = (lost: BoardDraft) => dispatch({ type: 'reset', draft: lost });
  const revert = () => bringBack(saved);
  const newer = link && !dirty && link.version > saved.version ? draftOf(link, boardState) : null;
  // Without changes here, nothing is lost by following what was saved elsewhere.
  if (newer) reset(newer);
  return {
    draft,
    dirty,
    /** The board that the draft grew from; undefined where an earlier visit began it. */
    base: saved.version === draft.version ? saved : undefined,
    /** Whether unsaved changes of an earlier visit are shown. */
    restored: stored !== null && dirty,
    edit: (edit: BoardEdit) => dispatch(edit),
    /** Takes what is saved now as draft. */
    accept: (answer: DeepLink) => reset(draftOf(answer, boardState) ?? draft),
    /** Drops what is not saved, without a word. */
    revert,
    /** Drops what is not saved, with a way back. */
    discard: () => {
      revert();
      toast({ kind: 'undo', message: 'Discarded the changes', onUndo: () => bringBack(draft) });
    },
    bringBack,
    /** Drops what this tab stores. */
    forget: () => {
      setDirty(false);
      storeDraft(sessionStorage, org.id, boardId, null);
    },
  };
}
