import { z } from 'zod';

const AttributeInfo = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  unit: z.string().optional(),
  priority: z.int(),
  provided: z.boolean(),
  reducers: z.array(z.string()),
  definition: z.string().optional(),
  /** Whether the field belongs to this org alone. */
  own: z.boolean().optional(),
});

const KindInfo = z.object({
  name: z.string(),
  label: z.string(),
  plural: z.string(),
  icon: z.string(),
  color: z.string(),
  timeAttribute: z.string(),
  provided: z.boolean(),
  attributes: z.array(AttributeInfo),
  relations: z.array(
    z.object({
      name: z.string(),
      target: z.string(),
      label: z.string(),
      many: z.boolean(),
      provided: z.boolean(),
      /** Of a dated relation: the moment for which a query asks it unless it says another. */
      dated: z.enum(['now', 'event']).optional(),
      /** The properties of the relation, such as the lines that a commit added in a file. */
      properties: z.array(AttributeInfo).optional(),
    }),
  ),
});

export const Configuration = z.object({
  kinds: z.array(KindInfo),
  integrations: z.array(
    z.object({ name: z.string(), configured: z.boolean(), provides: z.array(z.string()) }),
  ),
  dataVersion: z.int(),
  /** Moments of the earliest and the latest commit or event, for sensible default ranges. */
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
});
export type Configuration = z.infer<typeof Configuration>;
