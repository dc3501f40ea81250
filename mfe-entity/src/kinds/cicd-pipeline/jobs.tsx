import { formatDateTime, formatDuration, Panel, plural, Text } from '@cairn/ui';
import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { WordBadge } from '@cairn/ui/viewers';
import { shortName } from '../../entity/read-entity.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './jobs.module.css';

const MOST_OF_NAME = 120;

const Job = z.object({
  name: z.string().min(1),
  result: z.string().nullable().catch(null),
  startedAt: z.iso.datetime().nullable().catch(null),
  duration: z.number().nonnegative().max(1e9).nullable().catch(null),
  /** Of a job that failed, where its source tells. */
  tests: z
    .object({ total: z.int().nonnegative(), failed: z.int().nonnegative() })
    .optional()
    .catch(undefined),
});
type Job = z.infer<typeof Job>;

/** The jobs that a source tells of a run; what is no job is left out. */
export function jobsIn(value: unknown): Job[] {
  return Array.isArray(value) ? value.flatMap((each) => Job.safeParse(each).data ?? []) : [];
}

function JobRow({ job, longest }: { job: Job; longest: number }): ReactNode {
  const { timezone } = useHost();
  const { name, result, startedAt, duration, tests } = job;
  return (
    <tr>
      <th scope="row">
        {shortName(name, MOST_OF_NAME)}
        {tests && (
          <Text tone="muted" numeric>
            {' '}
            {tests.failed} of {plural(tests.total, 'test')} failed
          </Text>
        )}
      </th>
      <td>{result && <WordBadge of="result" word={result} />}</td>
      <td className={styles.length}>
        {duration !== null && (
          <i style={{ width: `${String(longest > 0 ? (100 * duration) / longest : 0)}%` }} aria-hidden />
        )}
      </td>
      <td>
        {duration === null ? (
          <Text tone="faint">N/A</Text>
        ) : (
          <Text numeric title={startedAt ? `Began ${formatDateTime(startedAt, timezone)}` : undefined}>
            {formatDuration(duration)}
          </Text>
        )}
      </td>
    </tr>
  );
}

/** The jobs of a run in their order: how each ended and how long it took; absent where its source names none. */
export function Jobs({ entity }: SectionProps): ReactNode {
  const jobs = jobsIn(entity.properties['jobs']);
  if (jobs.length === 0) return null;
  const longest = Math.max(...jobs.map(({ duration }) => duration ?? 0));
  return (
    <Panel
      title="Jobs"
      actions={
        <Text tone="muted" numeric>
          {plural(jobs.length, 'job')}
        </Text>
      }
    >
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Jobs">
        <table className={styles.jobs}>
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">Result</th>
              <th scope="col" colSpan={2}>
                Duration
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job, at) => (
              <JobRow key={at} job={job} longest={longest} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
