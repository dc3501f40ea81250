import { statusHistoryQuery } from '@cairn/client/story';
import type { EntityDetail } from '@cairn/contracts';
import type { EntityProgress } from '@cairn/contracts/story';
import { useHost } from '@cairn/host';
import { formatWorkingTime } from '@cairn/query';
import { ErrorState, formatDateTime, formatDuration, Skeleton, Text, VisuallyHidden } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { isTrue, kindOf, textOf } from '../entity/read-entity.ts';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { useStoryOf } from './use-story.ts';
import styles from './progress.module.css';

type Stage = EntityProgress['stages'][number];

/** The height of the stages on a wide page, and of the line beneath that says how it ended. */
const [STAGES_PX, STATUS_PX] = [110, 30];

const STATES = { completed: 'completed', current: 'current stage', pending: 'not reached' } as const;

interface StageProps {
  readonly stage: Stage;
  readonly isLast: boolean;
  readonly workday: number | null;
}

function StageTimes({ stage, isLast, workday }: StageProps): ReactNode {
  const { timezone } = useHost();
  const { firstReachedAt, clockSeconds, businessSeconds, visits } = stage;
  if (firstReachedAt === null || clockSeconds === null)
    return <Text tone="faint">{stage.state === 'completed' ? 'Skipped' : 'Not reached'}</Text>;
  const again = visits > 1 ? `, entered ${visits} times` : '';
  return (
    <>
      <Text tone="muted" numeric>
        {formatDateTime(firstReachedAt, timezone)}
      </Text>
      <Text tone="muted" numeric title={`Elapsed time${again}`}>
        {isLast ? 'after ' : ''}
        {formatDuration(clockSeconds)}
      </Text>
      {businessSeconds !== null && (
        <Text tone="faint" numeric title={`Working time${again}`}>
          {formatWorkingTime(businessSeconds, workday)} working
        </Text>
      )}
    </>
  );
}

/** The room of the stages while they are read, so that what follows stays where it is; null for a build, which has none. */
function heightOf(entity: EntityDetail): number | null {
  if (kindOf(entity) !== 'CicdPipeline') return STAGES_PX;
  const goesSomewhere = isTrue(entity, 'isDeployment') || textOf(entity, 'environment') !== null;
  return goesSomewhere ? STAGES_PX + STATUS_PX : null;
}

/** The stages of the workflow: which are done, which is current, when each was reached and how long it took. */
export function ProgressStepper({ entity }: EntityProps): ReactNode {
  const { data, isPending, isError, error, refetch } = useQuery(statusHistoryQuery(useStoryOf(entity.uuid)));
  if (isPending) {
    const height = heightOf(entity);
    return height === null ? null : <Skeleton height={height} />;
  }
  if (isError && !data)
    return (
      <ErrorState
        inline
        title="The progress could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  // One stage alone is no way.
  if (!data?.workflow || data.stages.length < 2) return null;
  const last = data.stages.length - 1;
  return (
    <section aria-label={`Progress, ${data.workflow.label}`} className={styles.progress}>
      <ol className={styles.stages}>
        {data.stages.map((stage, at) => (
          <li
            key={stage.name}
            data-state={at === last && stage.firstReachedAt ? 'completed' : stage.state}
            aria-current={stage.state === 'current' ? 'step' : undefined}
          >
            <span className={styles.dot}>
              {stage.firstReachedAt && (stage.state === 'completed' || at === last) && (
                <Check size={12} aria-hidden />
              )}
            </span>
            <span className={styles.text}>
              <strong>{stage.name}</strong>
              <VisuallyHidden>, {STATES[stage.state]}</VisuallyHidden>
              <StageTimes stage={stage} isLast={at === last} workday={data.workday} />
            </span>
          </li>
        ))}
      </ol>
      {data.status !== null &&
        !data.stages.some(({ name, state }) => state === 'current' && name === data.status) && (
          <Text as="p" tone="muted" className={styles.status ?? ''}>
            Status: {data.status}
          </Text>
        )}
    </section>
  );
}
