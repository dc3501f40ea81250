import { Query } from '@cairn/query';
import { z } from 'zod';
import { OrgId } from './identity.ts';
import { defineContract } from './route.ts';
import { View } from './view.ts';

export const AskAnswer = z.object({
  intent: z.literal('query'),
  query: Query,
  view: View.nullable(),
  title: z.string(),
  /** How each part of the question was read, in words. */
  understood: z.array(z.string()),
  /** Words that had no meaning for the planner. */
  ignored: z.array(z.string()),
  /** The offline planner, or the name of the model that answered. */
  answeredBy: z.string(),
});
export type AskAnswer = z.infer<typeof AskAnswer>;

/** How a question was read, a sentence each, with the words that were not understood at the end. */
export function howRead({ understood, ignored }: Pick<AskAnswer, 'understood' | 'ignored'>): string[] {
  return [...understood, ...(ignored.length > 0 ? [`Not understood: ${ignored.join(', ')}.`] : [])];
}

/** What a text means: a question of the data, names to search for, a topic to read, or a team to open (W§2.6). */
export const AskOutcome = z.discriminatedUnion('intent', [
  AskAnswer,
  z.object({ intent: z.literal('search'), term: z.string() }),
  z.object({ intent: z.literal('analysis'), topicName: z.string() }),
  /** Without a uuid the list of teams is meant. */
  z.object({ intent: z.literal('team'), teamUuid: z.string().nullable() }),
]);
export type AskOutcome = z.infer<typeof AskOutcome>;

/** The most characters of a question. */
export const QUESTION_LENGTH = 1_000;

const asked = {
  method: 'POST',
  access: 'viewer',
  params: z.object({ orgId: OrgId }),
  input: z.strictObject({
    text: z.string().trim().min(1, 'is required').max(QUESTION_LENGTH),
    timezone: z.string().max(60).optional(),
  }),
  errors: ['invalid_query'],
} as const;

export const chatContract = defineContract({
  askQuery: {
    ...asked,
    path: '/api/{orgId}/ask/query',
    summary: 'Turns a question in words into a query over the catalogue.',
    output: z.object({ data: AskAnswer }),
  },
  askAnything: {
    ...asked,
    path: '/api/{orgId}/ask/anything',
    summary:
      'What a text means, by its words: a query, names to search for, a topic to read, or a team to open. A name that an entity has goes before the words of a question.',
    output: z.object({ data: AskOutcome }),
  },
});
