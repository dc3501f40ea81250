import { Query } from '@cairn/query';
import { z } from 'zod';
import { View } from './view.ts';

/** The state of a saved query. */
export const ExploreState = z.strictObject({ params: Query, viz: z.array(View).max(10).default([]) });
export type ExploreState = z.infer<typeof ExploreState>;
