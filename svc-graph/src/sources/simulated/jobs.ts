import { SeededRandom } from './random.ts';

const BUILD = ['Install', 'Lint', 'Unit tests', 'Build', 'Package'];
const DEPLOY = ['Build image', 'Push image', 'Roll out', 'Smoke test'];
/** Makes the generator of the jobs of a run its own. */
const JOBS = 77;

interface RanJobs {
  readonly uuid: string;
  readonly isDeployment: boolean;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly failed: boolean;
}

/** A job of a run, as the run lists it. */
export interface SimulatedJob {
  readonly name: string;
  readonly result: 'success' | 'failed' | 'skipped';
  readonly startedAt: string | null;
  readonly duration: number | null;
}

/** The jobs of a finished run, one after the other; of a failed run one fails and those after it are skipped. */
export function jobsOf({ uuid, isDeployment, startedAt, finishedAt, failed }: RanJobs): SimulatedJob[] {
  const random = SeededRandom.of(uuid, JOBS);
  const names = isDeployment ? DEPLOY : BUILD;
  const last = failed ? random.whole(1, names.length - 1) : names.length - 1;
  const weights = names.slice(0, last + 1).map(() => 0.3 + random.next());
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let at = startedAt;
  return names.map((name, place) => {
    const weight = weights[place];
    if (weight === undefined) return { name, result: 'skipped', startedAt: null, duration: null };
    const duration =
      place === last ? finishedAt - at : Math.round(((finishedAt - startedAt) * weight) / whole);
    const began = new Date(at * 1_000).toISOString();
    at += duration;
    return { name, result: failed && place === last ? 'failed' : 'success', startedAt: began, duration };
  });
}
