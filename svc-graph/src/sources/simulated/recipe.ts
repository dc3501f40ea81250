import { z } from 'zod';

/** All that a simulated company depends on: the same recipe makes the same rows. */
export const Recipe = z.strictObject({
  seed: z.int().min(0).max(0xffff_ffff),
  /** About how many events; the company gets as many people as that takes. */
  events: z.int().min(1_000).max(200_000_000),
  /** Seconds since 1970; `to` is the first moment of which nothing is known. */
  from: z.int(),
  to: z.int(),
});
export type Recipe = z.infer<typeof Recipe>;

/** A recipe that a request may ask for; larger companies are seeded without the service. */
export const RequestedRecipe = Recipe.extend({
  events: z.int().min(1_000).max(1_000_000),
  from: z.int().min(0),
  to: z.int().min(0),
}).refine(({ from, to }) => to > from, 'It must end after it begins.');

/** What its rows say they come from. */
export const IMITATED = ['github', 'jira', 'slack', 'circleci', 'gcalendar', 'snyk'] as const;
export type Imitated = (typeof IMITATED)[number] | 'settings';
