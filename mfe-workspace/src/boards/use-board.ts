import { AppError, type DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { workspaceClient } from '@cairn/client';
import { savedBoard, savedThing, useSavedCache } from '@cairn/saved';
import { keepDraft, keptDraft } from './draft.ts';
import { editBoard, newBoard, sameBoard, type BoardDraft, type BoardEdit } from './edits.ts';

/** A saved board as a draft without changes; null when its state cannot be read. */
export function draftOf(link: DeepLink): BoardDraft | null {
  const state = savedBoard.stateOf(link);
  const { name, description, scope, version } = link;
  return state ? { name, description, scope, version, state } : null;
}

type Step = { type: 'reset'; draft: BoardDraft } | BoardEdit;
const step = (draft: BoardDraft, action: Step): BoardDraft =>
  action.type === 'reset' ? action.draft : editBoard(draft, action);

/** Reads a board; `new` is one that nobody saved yet. */
export function useSavedBoard(boardId: string) {
  const { org } = useHost();
  return useQuery({ ...savedThing(org.id, boardId), enabled: boardId !== 'new', staleTime: 10_000 });
}

export type SaveProblem = 'conflict' | 'signed out' | 'failed' | null;

/** What a person is told of a board that could not be saved, by why. */
export const SAVE_PROBLEMS = {
  'signed out': 'You are signed out. Sign in again in another tab of this browser, then try again.',
  failed: 'There was a problem, please try again.',
};

function problemOf(error: unknown): SaveProblem {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'unauthenticated') return 'signed out';
  return code === 'conflict' ? code : 'failed';
}

/** A board that is being edited: its draft, kept for this tab, and how it is saved. */
export function useBoard(boardId: string, link: DeepLink | null) {
  const { org, setDirty, navigate } = useHost();
  const cache = useSavedCache();
  const [saved, setSaved] = useState<BoardDraft>(() => (link && draftOf(link)) ?? newBoard());
  const [kept] = useState(() => keptDraft(sessionStorage, org.id, boardId));
  const [draft, dispatch] = useReducer(step, kept ?? saved);
  const [problem, setProblem] = useState<SaveProblem>(null);
  const [saving, setSaving] = useState(false);
  const dirty = boardId === 'new' ? draft.state.layout.length > 0 : !sameBoard(draft, saved);
  useEffect(() => {
    setDirty(dirty);
    keepDraft(sessionStorage, org.id, boardId, dirty ? draft : null);
  }, [dirty, draft, org.id, boardId, setDirty]);
  useEffect(() => () => setDirty(false), [setDirty]);

  const newer = link && !dirty && link.version > saved.version ? draftOf(link) : null;
  if (newer) {
    // Nothing of this person's is lost by following what was saved elsewhere.
    setSaved(newer);
    dispatch({ type: 'reset', draft: newer });
  }

  const accept = (answer: DeepLink) => {
    cache.put(answer);
    const next = draftOf(answer) ?? draft;
    setSaved(next);
    dispatch({ type: 'reset', draft: next });
  };
  const send = async (board: BoardDraft, version: number): Promise<DeepLink> => {
    const { name, description, scope } = board;
    const body = { org_id: org.id, name, description, scope, state: JSON.stringify(board.state) };
    const { data } =
      boardId === 'new'
        ? await workspaceClient.createLink({ input: { ...body, type: 'dashboard-v1' } })
        : await workspaceClient.updateLink({ input: { ...body, id: boardId, version } });
    return data;
  };
  const save = async (board: BoardDraft = draft, version = board.version): Promise<boolean> => {
    setSaving(true);
    setProblem(null);
    try {
      const answer = await send(board, version);
      if (boardId === 'new') {
        cache.put(answer);
        setDirty(false);
        keepDraft(sessionStorage, org.id, boardId, null);
        navigate(`/${org.id}/boards/${answer.id}`, { replace: true });
      } else accept(answer);
      return true;
    } catch (error) {
      setProblem(problemOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  const latest = async () =>
    (await workspaceClient.readLink({ input: { org_id: org.id, id: boardId } })).data;
  const withLatest = (take: (link: DeepLink) => unknown) => latest().then(take, () => setProblem('failed'));
  return {
    draft,
    dirty,
    saving,
    problem,
    /** Whether unsaved changes of an earlier visit are what is shown. */
    restored: kept !== null && dirty,
    edit: dispatch as (edit: BoardEdit) => void,
    save,
    /** Takes what was saved elsewhere and drops the changes made here. */
    reload: () =>
      withLatest((theirs) => {
        setProblem(null);
        accept(theirs);
      }),
    /** Saves over what was saved elsewhere. */
    overwrite: () => withLatest((theirs) => save(draft, theirs.version)),
    discard: () => dispatch({ type: 'reset', draft: saved }),
  };
}

export type OpenBoard = ReturnType<typeof useBoard>;
