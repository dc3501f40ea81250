import { z } from 'zod';
import { defineContract } from './route.ts';
import { shownName } from './shown-text.ts';

/** What instructions are for (W§3), in words. */
export const PREFIX_KINDS = {
  narrative: 'Narratives',
  agent: 'Chat answers',
  'agent-json': 'Chat answers with structure',
  'competency-insights': 'Insights of competencies',
  'competency-summary': 'Summaries of competencies',
} as const;

export type PrefixKind = keyof typeof PREFIX_KINDS;
export const PrefixKind = z.enum(Object.keys(PREFIX_KINDS) as PrefixKind[]);

/** The longest instructions. */
export const LONGEST_PREFIX = 20_000;

/** Instructions that precede every question of one kind to a language model. They hold for the whole installation. */
export const NarrativePrefix = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  global_key: PrefixKind,
  updatedAt: z.string(),
});
export type NarrativePrefix = z.infer<typeof NarrativePrefix>;

const output = z.object({ data: z.array(NarrativePrefix) });

/** Prompt instructions, for superusers of the installation alone (ruling 19). Each change answers all of them. */
export const narrativePrefixContract = defineContract({
  readPrefixes: {
    method: 'POST',
    path: '/api/settings/narrative-prefix/read',
    access: 'session',
    summary: 'The instructions of one kind, or of all.',
    input: z.strictObject({ global_key: PrefixKind.optional() }),
    output,
    errors: ['forbidden'],
  },
  upsertPrefix: {
    method: 'POST',
    path: '/api/settings/narrative-prefix/upsert',
    access: 'session',
    summary: 'Sets the instructions of a kind, of which there are one.',
    input: z.strictObject({
      name: shownName(100),
      prefix: z.string().trim().min(1, 'is required').max(LONGEST_PREFIX),
      global_key: PrefixKind,
    }),
    output,
    errors: ['forbidden'],
  },
  deletePrefix: {
    method: 'POST',
    path: '/api/settings/narrative-prefix/delete',
    access: 'session',
    summary: 'Removes instructions.',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output,
    errors: ['forbidden', 'not_found'],
  },
});
