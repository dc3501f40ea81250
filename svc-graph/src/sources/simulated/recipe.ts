import { z } from 'zod';

/** All that a simulated company depends on. Equal recipes make equal rows. */
export const Recipe = z.strictObject({
  seed: z.int().min(0).max(0xffff_ffff),
  /** The approximate number of events, which decides the number of people. */
  events: z.int().min(1_000).max(200_000_000),
  /** Seconds since 1970; `to` is the end, exclusive. */
  from: z.int(),
  to: z.int(),
});
export type Recipe = z.infer<typeof Recipe>;

/** A recipe that a request may use; larger companies are seeded without the service. */
export const RequestedRecipe = Recipe.extend({
  events: z.int().min(1_000).max(1_000_000),
  from: z.int().min(0),
  to: z.int().min(0),
}).refine(({ from, to }) => to > from, 'It must end after it begins.');

const DAY = 86_400;

/** The recipe of the company that people look at: the two years until yesterday, with events of twenty to forty people. */
export function usualRecipe(now: number): Recipe {
  const to = Math.floor(now / 1_000 / DAY) * DAY;
  return { seed: 20, events: 150_000, from: to - 730 * DAY, to };
}

/** The integrations that the rows claim to come from. */
export const IMITATED = ['github', 'jira', 'slack', 'circleci', 'gcalendar', 'snyk'] as const;
export type Imitated = (typeof IMITATED)[number] | 'settings';
