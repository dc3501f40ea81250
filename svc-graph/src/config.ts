import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';

/** The environment of svc-graph. */
export const graphEnv = serviceEnv.extend({
  /** Threads that queries, files and the network share; must be set before Node starts. */
  UV_THREADPOOL_SIZE: z.coerce.number().int().min(1).max(1_024).optional(),
  /** Milliseconds that a question may take. */
  CAIRN_QUERY_TIME_LIMIT: z.coerce.number().int().min(100).default(30_000),
  /** Folders that git repositories must lie under, separated by a colon; none means that none can be added. */
  CAIRN_GIT_ROOTS: z
    .string()
    .default('')
    .transform((roots) => roots.split(':').filter((root) => root !== '')),
});
export type GraphEnv = z.infer<typeof graphEnv>;
