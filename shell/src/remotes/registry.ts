import { z } from 'zod';
import { RemoteProblem } from './problem.ts';
import { TIME_LIMIT_MS } from './time-limit.ts';

const Registry = z.array(
  z.object({
    name: z.string(),
    manifest: z.string(),
    version: z.string(),
    contract: z.object({ min: z.int(), max: z.int() }),
  }),
);
export type Registry = z.infer<typeof Registry>;
export type RegisteredRemote = Registry[number];

/** Reads the registry of remotes; rejects with a RemoteProblem when it is missing or invalid. */
export async function fetchRegistry(signal = AbortSignal.timeout(TIME_LIMIT_MS)): Promise<Registry> {
  const answer = await fetch('/registry.json', { cache: 'no-cache', signal }).catch((cause: unknown) => {
    throw new RemoteProblem('unreachable', 'The list of pages cannot be read.', cause);
  });
  if (!answer.ok) throw new RemoteProblem('unreachable', `The list of pages answered ${answer.status}.`);
  const parsed = Registry.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) throw new RemoteProblem('broken', 'The list of pages makes no sense.', parsed.error);
  return parsed.data;
}
