import { z } from 'zod';

const DiagramKind = z.object({ name: z.string(), label: z.string(), icon: z.string(), color: z.string() });

/** A part of the catalogue as a diagram: kinds, and the ways from one to another. */
export const RelationDiagram = z.object({
  kinds: z.array(DiagramKind),
  relations: z.array(
    z.object({ from: z.string(), name: z.string(), to: z.string(), label: z.string(), many: z.boolean() }),
  ),
});
export type RelationDiagram = z.infer<typeof RelationDiagram>;

/** How a question is answered (X§2, Explain this query). */
export const Explanation = z.object({
  /** What the question touches, relations over several hops with each of their steps. */
  touched: RelationDiagram,
  wholeRelations: RelationDiagram,
  /** What happened to which entities in this org, most frequent first; `total` pairs there are in all. */
  wholeActions: z.object({
    kinds: z.array(DiagramKind),
    actions: z.array(
      z.object({ action: z.string().nullable(), entityType: z.string().nullable(), count: z.int() }),
    ),
    total: z.int(),
  }),
  /** After all passes; time zones stand in it by their name. */
  plan: z.record(z.string(), z.unknown()),
  /** With a place for each value. */
  sql: z.string(),
  /** The values in the order of their places; moments are ISO texts. */
  params: z.array(z.object({ type: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
  /** What the engine says of a run of it, and the milliseconds that the run took. */
  timing: z.object({ milliseconds: z.number(), analysis: z.string() }),
});
export type Explanation = z.infer<typeof Explanation>;
