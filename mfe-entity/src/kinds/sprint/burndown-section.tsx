import { entitiesQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { ErrorState, formatNumber, lazyComponent, Panel, Skeleton, Text } from '@cairn/ui';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './burndown-section.module.css';
import { daysOf, outcomeOf, type SprintOutcome } from './burndown.ts';
import { MOST_ISSUES, planOf, snapshotsOf, type BurndownPlan } from './sprint-snapshots.ts';

const PICTURE_HEIGHT = 220;

const BurndownPicture = lazyComponent(async () => (await import('./burndown-picture.tsx')).BurndownPicture);

const WORDS = [
  ['committed', 'Committed'],
  ['added', 'Added'],
  ['removed', 'Removed'],
  ['done', 'Done'],
  ['cancelled', 'Cancelled'],
  ['carriedOver', 'Left open'],
] as const;

function Outcome({ outcome }: { outcome: SprintOutcome }): ReactNode {
  return (
    <dl className={styles.outcome}>
      {WORDS.filter(([name]) => name !== 'cancelled' || outcome.cancelled > 0).map(([name, word]) => (
        <div key={name}>
          <dt>{word}</dt>
          <dd>{formatNumber(outcome[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function BurndownOf({ plan }: { plan: BurndownPlan }): ReactNode {
  const { org } = useHost();
  const answers = useQueries({ queries: plan.moments.map(({ query }) => entitiesQuery(org.id, query)) });
  const read = answers.flatMap(({ data }) => (data ? [data] : []));
  const failed = answers.find(({ error, data }) => error && !data);
  if (read.length < answers.length)
    return (
      <Panel title="Burndown">
        {failed ? (
          <ErrorState
            inline
            title="The burndown could not be read"
            error={failed.error}
            onRetry={() => answers.forEach(({ error, refetch }) => error && void refetch())}
          />
        ) : (
          <Skeleton height={PICTURE_HEIGHT} />
        )}
      </Panel>
    );
  const rows = read.map(({ data }) => data);
  const { unit, snapshots } = snapshotsOf(plan, rows);
  if (rows.every((each) => each.length === 0)) return null;
  const days = daysOf(snapshots);
  const isCut = read.some(({ meta }) => meta.total > MOST_ISSUES);
  const label = `Burndown in ${unit}: ${String(days[0]?.remaining)} at the start, ${String(days.at(-1)?.remaining)} ${plan.isOver ? 'at the end' : 'now'}`;
  return (
    <Panel title={`Burndown, in ${unit}`}>
      <Suspense fallback={<Skeleton height={PICTURE_HEIGHT} />}>
        <BurndownPicture days={days} start={plan.start} end={plan.end} label={label} unit={unit} />
      </Suspense>
      <Outcome outcome={outcomeOf(snapshots)} />
      <Text as="p" tone="faint">
        The line steps down as issues are closed; dotted is an even pace, grey what was in the sprint.
        {isCut && ` Only the first ${formatNumber(MOST_ISSUES)} issues are counted.`}
      </Text>
    </Panel>
  );
}

/** The burndown of a sprint, with what was committed, added, removed, done and carried over. */
export function Burndown({ entity }: SectionProps): ReactNode {
  const [now] = useState(Date.now);
  const plan = useMemo(() => planOf(entity, now), [entity, now]);
  return plan && <BurndownOf plan={plan} />;
}
