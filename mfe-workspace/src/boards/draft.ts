import { Scope, type DeepLink } from '@cairn/contracts';
import { z } from 'zod';
import type { CardTable } from './cards/card-table.ts';
import type { BoardDraft } from './edits.ts';

type BoardSchema = CardTable['boardState'];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A saved board as a draft without changes; null when its state cannot be read. */
export function draftOf(link: DeepLink, boardState: BoardSchema): BoardDraft | null {
  if (link.type !== 'dashboard-v1') return null;
  const { name, description, scope, version } = link;
  const state = boardState.safeParse(parseJson(link.state)).data;
  return state ? { name, description, scope, version, state } : null;
}

/** Where drafts are stored: the browser's sessionStorage. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (orgId: string, boardId: string) => `cairn.board.${orgId}.${boardId}`;

/** Reads the draft that this tab stored for a board; null when there is none that can be read. */
export function storedDraft(
  storage: DraftStorage,
  orgId: string,
  boardId: string,
  boardState: BoardSchema,
): BoardDraft | null {
  const schema = z.object({
    name: z.string(),
    description: z.string(),
    scope: Scope,
    state: boardState,
    version: z.int(),
  });
  try {
    return schema.safeParse(parseJson(storage.getItem(keyOf(orgId, boardId)) ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a draft, or removes it. Storage that is full or forbidden costs only the safety net. */
export function storeDraft(
  storage: DraftStorage,
  orgId: string,
  boardId: string,
  draft: BoardDraft | null,
): void {
  const key = keyOf(orgId, boardId);
  try {
    if (draft) storage.setItem(key, JSON.stringify(draft));
    else storage.removeItem(key);
  } catch {
    storage.removeItem(key);
  }
}
