import { PushedDeployment, PushedEvent, PushedIncident, PushedRelease } from '@cairn/contracts/push';
import { z } from 'zod';

/** A thing of the graph that a message names, as it was found when the message came. */
export const KnownThing = z.object({
  kind: z.string(),
  uuid: z.string(),
  name: z.string(),
  sourceUrl: z.string().nullable(),
  /** The repository that it belongs to. */
  repositoryUuid: z.string().nullable(),
});
export type KnownThing = z.infer<typeof KnownThing>;

/** What a payload keeps: what was sent, and what it is about. */
const kept = <Sent extends z.ZodType, About extends z.ZodType>(sent: Sent, about: About) =>
  z.object({ sent, about });

export const KeptDeployment = kept(PushedDeployment, KnownThing);
export const KeptIncident = kept(PushedIncident, KnownThing.nullable());
export const KeptRelease = kept(PushedRelease, KnownThing);
export const KeptEvent = kept(PushedEvent, KnownThing);
export type KeptDeployment = z.infer<typeof KeptDeployment>;
export type KeptIncident = z.infer<typeof KeptIncident>;
export type KeptRelease = z.infer<typeof KeptRelease>;
export type KeptEvent = z.infer<typeof KeptEvent>;
