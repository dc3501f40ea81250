import { z } from 'zod';
import type { OngoingProblem } from './problems.ts';

/** A service's report at `/readyz`. */
const Readiness = z.object({
  failed: z.array(z.string()).default([]),
  problems: z
    .array(z.object({ code: z.string(), message: z.string(), file: z.string().optional() }))
    .default([]),
});

/** Whether a process answers `/healthz` in time. */
export async function answers(url: string, withinMs: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(withinMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The problems that a service reports; null when it does not answer. */
export async function problemsOf(
  name: string,
  url: string,
  withinMs: number,
): Promise<OngoingProblem[] | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(withinMs) });
    const { failed, problems } = Readiness.parse(await answer.json());
    if (problems.length > 0) return problems.map((problem) => inWords(name, problem));
    return failed.map((check) => ({
      key: `${name} ${check}`,
      message: `${name} is not ready: its check "${check}" fails. It goes on by itself once that is mended.`,
      over: `${name}: the check "${check}" passes again.`,
    }));
  } catch {
    return null;
  }
}

type ToldProblem = z.infer<typeof Readiness>['problems'][number];

function inWords(name: string, { code, message, file }: ToldProblem): OngoingProblem {
  // Every service on a full disk reports it; it is one problem.
  if (code === 'disk_full') return { key: 'full disk', message, over: 'There is room on the disk again.' };
  const named = file !== undefined && !message.includes(file) ? `${message} The file is ${file}.` : message;
  return {
    key: `${name} ${code} ${file ?? ''}`,
    message: named,
    over: `${file ?? name}: this problem is over.`,
  };
}
