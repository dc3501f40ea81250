import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';

/** Environment of svc-chat. */
export const chatEnv = serviceEnv.extend({
  /** Where values that a question names are looked up; without it they are searched for as text. */
  CAIRN_GRAPH_URL: z.url().optional(),
});
