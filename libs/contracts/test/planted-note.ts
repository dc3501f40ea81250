import { SAVED_TYPES, type SavedTypeDefinition, type ListedTypeTable } from '@cairn/contracts';
import { z } from 'zod';

const Note = z.strictObject({ text: z.string(), pinned: z.boolean().default(false) });
type Note = z.infer<typeof Note>;

/** A type of saved thing that only tests have. */
export const note: SavedTypeDefinition<Note> = {
  state: Note,
  creator: 'admin',
  denied: 'Creating notes needs an admin of the org.',
  brief: ({ text }) => ({ words: text }),
  label: 'Note',
  plural: 'Notes',
  searchHeading: 'Notes',
  page: 'home',
  howTo: 'write a note',
  create: { label: 'New note', tabTitle: 'New Note', path: 'notes/new', denied: 'Notes need an org admin' },
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/notes/${id}`,
};

/** The table with one more entry. */
export const plantedTypes: ListedTypeTable & { 'note-v1': typeof note } = {
  ...SAVED_TYPES,
  'note-v1': note,
};
