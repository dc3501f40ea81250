import { workspaceClient } from '@cairn/client';
import type { DeepLink } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { useState } from 'react';
import { useSavedCache } from '@cairn/saved';
import type { BoardDraft } from './edits.ts';
import { saveProblemOf, type SaveProblem } from './save-problem.ts';

type OrgId = ReturnType<typeof useHost>['org']['id'];

async function sendBoard(
  orgId: OrgId,
  boardId: string,
  board: BoardDraft,
  version: number,
): Promise<DeepLink> {
  const { name, description, scope } = board;
  const body = { org_id: orgId, name, description, scope, state: JSON.stringify(board.state) };
  const { data } =
    boardId === 'new'
      ? await workspaceClient.createLink({ input: { ...body, type: 'dashboard-v1' } })
      : await workspaceClient.updateLink({ input: { ...body, id: boardId, version } });
  return data;
}

interface SavedDraft {
  readonly draft: BoardDraft;
  readonly accept: (answer: DeepLink) => void;
  readonly forget: () => void;
  readonly bringBack: (lost: BoardDraft) => void;
}

/** Saves a board and resolves conflicts with a version saved elsewhere. A save names the version it changes. */
export function useBoardSave(boardId: string, { draft, accept, forget, bringBack }: SavedDraft) {
  const { org, navigate, toast } = useHost();
  const cache = useSavedCache();
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<DeepLink | null>(null);
  const [saving, setSaving] = useState(false);
  const take = (answer: DeepLink) => {
    cache.put(answer);
    if (boardId !== 'new') return accept(answer);
    forget();
    navigate(addressAt(org.id, 'boards', answer.id), { replace: true });
  };
  const save = async (board: BoardDraft = draft, version = board.version): Promise<boolean> => {
    setSaving(true);
    setProblem(null);
    try {
      take(await sendBoard(org.id, boardId, board, version));
      return true;
    } catch (error) {
      setProblem(saveProblemOf(error));
      setConflict(error instanceof Error ? error.message : null);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const withLatest = (use: (link: DeepLink) => unknown) =>
    workspaceClient.readLink({ input: { org_id: org.id, id: boardId } }).then(
      ({ data }) => use(data),
      () => setProblem('failed'),
    );
  return {
    problem,
    /** Who changed what meanwhile, in a sentence. */
    conflict,
    saving,
    save,
    /** Loads the version saved elsewhere and drops the changes made here, with a way back. */
    reload: () =>
      withLatest((theirs) => {
        setProblem(null);
        take(theirs);
        toast({ kind: 'undo', message: 'Dropped your changes', onUndo: () => bringBack(draft) });
      }),
    /** The version saved elsewhere, while it is compared with the draft. */
    theirs,
    compare: () => withLatest(setTheirs),
    endComparison: () => setTheirs(null),
    /** Overwrites the version saved elsewhere. */
    overwrite: () => withLatest(({ version }) => save(draft, version)),
  };
}
