import { entityContract } from './entity.ts';
import { queryContract } from './queries.ts';
import { defineContract } from './route.ts';

/** The routes of svc-graph that answer from the graph. */
export const graphContract = defineContract({ ...queryContract, ...entityContract });
