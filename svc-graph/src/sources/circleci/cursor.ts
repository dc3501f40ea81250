import { z } from 'zod';

const Project = z.object({
  name: z.string(),
  url: z.string().nullable(),
  /** The number of the latest pipeline of which everything up to it was read. */
  until: z.int().catch(0),
  /** Pipelines that may still change, by id, each with a digest of what was read of it. */
  open: z.record(z.string(), z.string()).catch({}),
  /** Where the reading that is under way goes on. */
  next: z
    .object({
      token: z.string().nullable(),
      /** What is known of pipelines with this number and above. */
      below: z.number(),
      top: z.int(),
    })
    .nullable()
    .catch(null),
});
/** What was read of a project. */
export type CircleciProjectPlace = z.infer<typeof Project>;

const Cursor = z.object({
  projects: z.record(z.string(), Project).catch({}),
  /** The number of the latest pipeline by project that the list of an organization showed. */
  shown: z.record(z.string(), z.string()).catch({}),
  /** What is read of the host: another choice has everything looked at again. */
  scope: z.string().catch(''),
  notes: z.array(z.string()).catch([]),
});
export type CircleciCursor = z.infer<typeof Cursor>;

/** The place after which a source is read on; the beginning for another choice of what is read. */
export function cursorFrom(kept: unknown, scope: string): CircleciCursor {
  const { data } = Cursor.safeParse(kept);
  return data?.scope === scope ? data : Cursor.parse({ scope });
}
