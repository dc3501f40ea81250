import type { DeepLink } from '@cairn/contracts';
import { plantedTypes } from '@cairn/contracts/planted';
// By its public name, so that it meets the copy that the pages of a test have.
import { savedTypesOf, type SavedType } from '@cairn/saved';

// The contract names the types that there are; a planted one is none of them.
const type = 'note-v1' as unknown as DeepLink['type'];

/** The table with one more entry. */
export const plantedSavedTypes: readonly SavedType[] = savedTypesOf(plantedTypes);

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
    targetRole: '',
    useCase: '',
    hasThumbnail: false,
    status: 'populated',
    json: { tags: [] },
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
