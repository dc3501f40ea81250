import { SAVED_TYPES, type SavedTypeTable } from '@cairn/contracts';
import { z } from 'zod';

/** A type of saved thing that only tests have. */
export const noteRules = {
  state: z.strictObject({ text: z.string(), pinned: z.boolean().default(false) }),
  creator: 'admin',
  denied: 'Creating notes needs an admin of the org.',
  brief: ({ text }: { text: string }) => ({ words: text }),
} as const;

/** The table with one more entry. */
export const plantedTypes: SavedTypeTable & { 'note-v1': typeof noteRules } = {
  ...SAVED_TYPES,
  'note-v1': noteRules,
};
