import type { DeepLink } from '@cairn/contracts';
import { noteRules } from '@cairn/contracts/planted';
// By its public name, so that it meets the copy that the pages of a test have.
import { defineSavedType, savedTypes, type SavedType } from '@cairn/saved';
import { StickyNote } from 'lucide-react';

// The contract names the types that there are; a planted one is none of them.
const type = 'note-v1' as unknown as DeepLink['type'];

/** A type of saved thing that only tests have. */
export const savedNote = defineSavedType<{ text: string; pinned: boolean }>({
  type,
  rules: noteRules,
  label: 'Note',
  plural: 'Notes',
  searchHeading: 'Notes',
  icon: StickyNote,
  howTo: 'write a note',
  create: { label: 'New note', tabTitle: 'New Note', path: 'notes/new', denied: 'Notes need an org admin' },
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/notes/${id}`,
});

/** The table with one more entry. */
export const plantedSavedTypes: readonly SavedType[] = [...savedTypes, savedNote];

/** A saved note. */
export function aNote(part: Partial<DeepLink> & { id: string }): DeepLink {
  return {
    type,
    name: part.id,
    description: '',
    scope: 'org',
    userId: 'u1' as DeepLink['userId'],
    orgId: 'acme' as DeepLink['orgId'],
    group: '',
    state: JSON.stringify({ text: 'Because it was slow', pinned: false }),
    brief: { kinds: [], tags: [], words: 'Because it was slow', question: null },
    isBookmarked: false,
    canEdit: true,
    ownerName: 'Ada',
    hits: 0,
    version: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    ...part,
  };
}
