import { BoardState, Scope } from '@cairn/contracts';
import { z } from 'zod';
import type { BoardDraft } from './edits.ts';

/** A draft as it is kept for this tab, so that a reload or a crash loses nothing. */
const KeptDraft = z.object({
  name: z.string(),
  description: z.string(),
  scope: Scope,
  state: BoardState,
  version: z.int(),
});

/** Where drafts are kept; the browser's sessionStorage. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (orgId: string, boardId: string) => `cairn.board.${orgId}.${boardId}`;

/** The draft that was kept of a board, or null when there is none that can be read. */
export function keptDraft(keep: Keep, orgId: string, boardId: string): BoardDraft | null {
  try {
    const text = keep.getItem(keyOf(orgId, boardId));
    return text === null ? null : KeptDraft.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Keeps a draft, or forgets it; storage that is full or forbidden costs only the safety net. */
export function keepDraft(keep: Keep, orgId: string, boardId: string, draft: BoardDraft | null): void {
  try {
    if (draft) keep.setItem(keyOf(orgId, boardId), JSON.stringify(draft));
    else keep.removeItem(keyOf(orgId, boardId));
  } catch {
    keep.removeItem(keyOf(orgId, boardId));
  }
}
