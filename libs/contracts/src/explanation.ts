import { z } from 'zod';

const DiagramKind = z.object({ name: z.string(), label: z.string(), icon: z.string(), color: z.string() });

/** A part of the catalogue as a diagram: kinds, and the relations between them. */
export const RelationDiagram = z.object({
  kinds: z.array(DiagramKind),
  relations: z.array(
    z.object({ from: z.string(), name: z.string(), to: z.string(), label: z.string(), many: z.boolean() }),
  ),
});
export type RelationDiagram = z.infer<typeof RelationDiagram>;

/** How a question is answered (X§2, Explain this query). */
export const Explanation = z.object({
  /** The kinds and relations that the query touches, with each step of a relation over several hops. */
  touched: RelationDiagram,
  wholeRelations: RelationDiagram,
  /** The actions on entities in this org, most frequent first; `total` counts all pairs. */
  wholeActions: z.object({
    kinds: z.array(DiagramKind),
    actions: z.array(
      z.object({ action: z.string().nullable(), entityType: z.string().nullable(), count: z.int() }),
    ),
    total: z.int(),
  }),
  /** The plan after all passes, with time zones by name. */
  plan: z.record(z.string(), z.unknown()),
  /** The SQL, with a placeholder for each value. */
  sql: z.string(),
  /** The values in the order of their placeholders; moments are ISO texts. */
  params: z.array(z.object({ type: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
  /** The engine's analysis of one run, and the milliseconds that the run took. */
  timing: z.object({ milliseconds: z.number(), analysis: z.string() }),
});
export type Explanation = z.infer<typeof Explanation>;
