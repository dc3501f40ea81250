import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';

/** Environment of svc-chat. */
export const chatEnv = serviceEnv.extend({
  /** Where values of a question are looked up; without it they become a text search. */
  CAIRN_GRAPH_URL: z.url().optional(),
});
