import { lineageQuery } from '@cairn/client/story';
import type { EntityDetail } from '@cairn/contracts';
import type { LineageStep } from '@cairn/contracts/story';
import { useHost } from '@cairn/host';
import { ErrorState, formatDateTime, formatDuration, formatNumber, Panel, Skeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { StatusBadge } from '../badges/status-badge.tsx';
import { kindOf, shortName } from '../entity/read-entity.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { KindIcon } from '../kind-page/kind-icon.tsx';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { useStoryOf } from './use-story.ts';
import styles from './lineage.module.css';

const WORDS: Readonly<Record<LineageStep['step'], readonly [one: string, many: string]>> = {
  cause: ['Cause', 'Causes'],
  issue: ['Issue', 'Issues'],
  commit: ['Commit', 'Commits'],
  pullRequest: ['Pull request', 'Pull requests'],
  pipeline: ['Pipeline', 'Pipelines'],
  release: ['Release', 'Releases'],
  incident: ['Incident', 'Incidents'],
};
const SHOWN = 2;
const MOST_OF_NAME = 60;

/** How long after the step before; a step may also come before the one that it follows. */
function gapOf(seconds: number): string {
  return seconds < 0 ? `${formatDuration(-seconds)} before` : `${formatDuration(seconds)} later`;
}

/** A moment that breaks between its day and its time only. */
const keptTogether = (moment: string) => moment.replace(/ (am|pm)$/, '\u00a0$1');

function Step({ step, as }: { step: LineageStep; as: LineageStep['step'] }): ReactNode {
  const { timezone } = useHost();
  const [one, many] = WORDS[as];
  const shown = step.items.slice(0, SHOWN);
  return (
    <li className={styles.step} data-this={step.items.some(({ isThis }) => isThis) || undefined}>
      {step.secondsSincePrevious !== null && (
        <Text tone="faint" numeric className={styles.gap ?? ''}>
          {gapOf(step.secondsSincePrevious)}
        </Text>
      )}
      <Text tone="muted" className={styles.kind ?? ''}>
        <KindIcon kind={step.items[0]?.kind ?? ''} size={14} />{' '}
        {step.total === 1 ? one : `${formatNumber(step.total)} ${many.toLowerCase()}`}
      </Text>
      {shown.map((item) => (
        <span key={item.uuid} className={styles.item}>
          {item.isThis ? (
            <strong>{shortName(item.key ?? item.name, MOST_OF_NAME)}</strong>
          ) : (
            <EntityLink uuid={item.uuid}>{shortName(item.key ?? item.name, MOST_OF_NAME)}</EntityLink>
          )}
          <StatusBadge kind={item.kind} status={item.status} statusCategory={item.statusCategory} />
        </span>
      ))}
      {step.total > shown.length && <Text tone="muted">+{formatNumber(step.total - shown.length)} more</Text>}
      {step.at && (
        <Text tone="faint" numeric>
          {keptTogether(formatDateTime(step.at, timezone))}
        </Text>
      )}
    </li>
  );
}

/** The kinds that a line leads through. */
const STEPS = new Set(['Issue', 'Commit', 'PullRequest', 'CicdPipeline', 'Release']);
/** The height of most lines on a wide page. */
const LINE_PX = 130;

/** Whether a line will be there, as far as what the entity is related to tells. */
const expectsLine = (entity: EntityDetail) =>
  entity.relations.some(({ target, total }) => total > 0 && STEPS.has(target) && target !== kindOf(entity));

/** How many steps a line has, and half of them where they are more than three. */
const columnsOf = (steps: number) =>
  ({ '--steps': steps, '--half': steps > 3 ? Math.ceil(steps / 2) : steps }) as CSSProperties;

/** The line of a change, from its issue to its release and incidents, with the times between. */
export function Lineage({ entity }: EntityProps): ReactNode {
  const { data = [], error, isPending, refetch } = useQuery(lineageQuery(useStoryOf(entity.uuid)));
  if (isPending && expectsLine(entity))
    return (
      <Panel title="The way of this change">
        <Skeleton height={LINE_PX} />
      </Panel>
    );
  if (error && data.length === 0)
    return (
      <Panel title="The way of this change">
        <ErrorState inline title="It could not be read" error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (data.length < 2) return null;
  // What follows a cause is the incident.
  const hasCause = data[0]?.step === 'cause';
  return (
    <Panel title="The way of this change">
      <div className={styles.way}>
        <ol className={styles.line} style={columnsOf(data.length)}>
          {data.map((step) => (
            <Step
              key={step.step}
              step={step}
              as={hasCause && step.step === 'issue' ? 'incident' : step.step}
            />
          ))}
        </ol>
      </div>
    </Panel>
  );
}
