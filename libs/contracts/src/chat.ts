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

export const chatContract = defineContract({
  askQuery: {
    method: 'POST',
    path: '/api/{orgId}/ask/query',
    access: 'viewer',
    summary: 'Turns a question in words into a query over the catalogue.',
    params: z.object({ orgId: OrgId }),
    input: z.strictObject({
      text: z.string().trim().min(1, 'is required').max(1_000),
      timezone: z.string().max(60).optional(),
    }),
    output: z.object({ data: AskAnswer }),
    errors: ['invalid_query'],
  },
});
