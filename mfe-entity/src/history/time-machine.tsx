import { entityAsOfQuery, timeMachineQuery } from '@cairn/client/story';
import type { OutputOf } from '@cairn/contracts';
import type { EntityAsOf, entityStoryContract } from '@cairn/contracts/story';
import { useHost } from '@cairn/host';
import {
  Avatar,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  formatDateTime,
  Panel,
  Refreshing,
  Skeleton,
  Text,
} from '@cairn/ui';
import { Switch, inZone } from '@cairn/ui/fields';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAddressed } from '../frame/addressed.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { NoHistory } from '../story/latest-events.tsx';
import { useStoryOf } from '../story/use-story.ts';
import table from '../rows/plain-table.module.css';
import styles from './time-machine.module.css';

type Change = OutputOf<typeof entityStoryContract.entityTimeMachine>['data'][number];
type FieldThen = EntityAsOf['fields'][number];
type RelationThen = EntityAsOf['relations'][number];

const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

function Shown({ value }: { value: unknown }): ReactNode {
  const { timezone } = useHost();
  if (value === null || value === undefined || value === '') return <Text tone="faint">N/A</Text>;
  if (Array.isArray(value)) return value.map(String).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return isMoment(text) ? formatDateTime(text, timezone) : text;
}

function Linked({ items }: { items: RelationThen['was'] }): ReactNode {
  if (items.length === 0) return <Text tone="faint">None</Text>;
  return items.map(({ uuid, name }, at) => (
    <span key={uuid}>
      {at > 0 && ', '}
      <EntityLink uuid={uuid}>{name}</EntityLink>
    </span>
  ));
}

function Row({
  label,
  changed,
  was,
  now,
}: {
  label: string;
  changed: boolean;
  was: ReactNode;
  now: ReactNode;
}): ReactNode {
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row">
        {label} {changed && <Badge tone="warn">changed</Badge>}
      </th>
      <td>{was}</td>
      <td>{now}</td>
    </tr>
  );
}

function AsOfTable({
  fields,
  relations,
}: {
  fields: readonly FieldThen[];
  relations: readonly RelationThen[];
}): ReactNode {
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label="Then and now">
      <table className={`${table.table ?? ''} ${styles.table ?? ''}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Then</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, label, was, now, changed }) => (
            <Row
              key={name}
              label={label}
              changed={changed}
              was={<Shown value={was} />}
              now={<Shown value={now} />}
            />
          ))}
          {relations.map(({ name, label, was, now, changed }) => (
            <Row
              key={name}
              label={label}
              changed={changed}
              was={<Linked items={was} />}
              now={<Linked items={now} />}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The entity as it was at a moment, with what is another way now marked. */
function AsOf({ uuid, at }: { uuid: string; at: string }): ReactNode {
  const [all, setAll] = useState(false);
  const { data, isPending, isError, error, isPlaceholderData, refetch } = useQuery(
    entityAsOfQuery(useStoryOf(uuid), at),
  );
  if (isPending) return <Skeleton height={160} />;
  if (isError && !data)
    return <ErrorState inline title="Failed to load timeline" error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (!data.existed)
    return (
      <EmptyState inline title="It did not exist yet">
        It was made after this moment.
      </EmptyState>
    );
  const fields = data.fields.filter(({ changed }) => all || changed);
  const relations = data.relations.filter(({ changed }) => all || changed);
  return (
    <Refreshing active={isPlaceholderData} className={styles.asOf ?? ''}>
      <Switch label="Also what is the same" checked={all} onChange={() => setAll(!all)} />
      {fields.length + relations.length === 0 ? (
        <Text as="p" tone="muted">
          It was as it is now, as far as its events tell.
        </Text>
      ) : (
        <AsOfTable fields={fields} relations={relations} />
      )}
    </Refreshing>
  );
}

function ChangeRow({
  change,
  chosen,
  onChoose,
}: {
  change: Change;
  chosen: boolean;
  onChoose: () => void;
}): ReactNode {
  const { timezone } = useHost();
  return (
    <li>
      <button type="button" className={styles.change} aria-pressed={chosen} onClick={onChoose}>
        {change.actor && <Avatar name={change.actor.name} />}
        <span className={styles.words}>
          {change.event}
          <Text tone="muted" numeric>
            {formatDateTime(change.occurredAt, timezone)}
          </Text>
        </span>
      </button>
    </li>
  );
}

/** The wall-clock text of a date field in a zone, read as a moment; null for no date. */
function momentOf(text: string, timezone: string): string | null {
  const at = text === '' ? null : inZone(text, timezone);
  return at?.isValid() ? at.toISOString() : null;
}

/** Shows the entity as it was at a chosen change or moment (E§2), which the address keeps; Back leads to the one before. */
export function TimeMachine({ entity }: EntityProps): ReactNode {
  const { timezone } = useHost();
  const story = useInfiniteQuery(timeMachineQuery(useStoryOf(entity.uuid)));
  const { read, write } = useAddressed();
  const named = read('moment');
  const isKnown = named !== null && isMoment(named) && Number.isFinite(Date.parse(named));
  const chosen = isKnown ? named : null;
  if (story.isPending) return <Skeleton height={200} />;
  if (story.isError && !story.data)
    return (
      <ErrorState title="Failed to load timeline" error={story.error} onRetry={() => void story.refetch()} />
    );
  const changes = story.data?.pages.flatMap(({ data }) => data) ?? [];
  if (changes.length === 0) return <NoHistory />;
  const at = chosen ?? changes.at(-1)?.occurredAt ?? '';
  return (
    <div className={styles.machine}>
      <div className={styles.changes}>
        <label className={styles.moment}>
          <Text tone="muted">As of</Text>
          <input
            type="datetime-local"
            onChange={({ currentTarget }) => write({ moment: momentOf(currentTarget.value, timezone) })}
          />
        </label>
        <ol aria-label="Changes">
          {changes.map((change) => (
            <ChangeRow
              key={change.uuid}
              change={change}
              chosen={change.occurredAt === at}
              onChoose={() => write({ moment: change.occurredAt }, true)}
            />
          ))}
        </ol>
        {story.hasNextPage && (
          <Button size="small" loading={story.isFetchingNextPage} onClick={() => void story.fetchNextPage()}>
            Show earlier changes
          </Button>
        )}
      </div>
      <Panel title={`As of ${formatDateTime(at, timezone)}`}>
        <AsOf uuid={entity.uuid} at={at} />
      </Panel>
    </div>
  );
}
