import { z } from 'zod';

export const MarkdownCard = z.strictObject({
  kind: z.literal('markdown'),
  markdown: z.string().max(50_000),
  transparent: z.boolean().default(false),
});
export type MarkdownCard = z.infer<typeof MarkdownCard>;
