import { groupsQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import { exploreAddress, type Query } from '@cairn/query';
import { Button, ErrorState, formatDateTime, formatWhen, plural, Skeleton, Text } from '@cairn/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../frame/entity-link.tsx';
import { PeopleList, PersonLine } from '../frame/people-list.tsx';
import { COUNT, LATEST, peopleAtWork } from './people-at-work-query.ts';
import styles from './people-at-work.module.css';

const AT_FIRST = 8;
function PersonAtWork({ row }: { row: Readonly<Record<string, unknown>> }): ReactNode {
  const { timezone } = useHost();
  const { 'Person.uuid': uuid, 'Person.name': name, [LATEST]: latest, [COUNT]: count } = row;
  if (typeof uuid !== 'string') return null;
  return (
    <PersonLine uuid={uuid} name={String(name ?? uuid)}>
      <Text tone="muted" numeric>
        {plural(Number(count), 'commit')}
      </Text>
      {typeof latest === 'string' && (
        <time className={styles.time} dateTime={latest} title={formatDateTime(latest, timezone)}>
          {formatWhen(latest, timezone)}
        </time>
      )}
    </PersonLine>
  );
}

/** Who wrote the commits of a question, by their latest commit: nobody is first for having written most. */
export function PeopleAtWork({ query }: { readonly query: Query }): ReactNode {
  const { org } = useHost();
  const [shown, setShown] = useState(AT_FIRST);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...groupsQuery(org.id, peopleAtWork(query, shown)),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return (
      <ErrorState inline title="This list could not be read" error={error} onRetry={() => void refetch()} />
    );
  if (isPending || !data) return <Skeleton height={96} />;
  if (data.meta.withheld) return <Text tone="muted">{data.meta.withheld.words}</Text>;
  if (data.data.length === 0) return <Text tone="muted">None</Text>;
  const { total } = data.meta;
  return (
    <>
      <PeopleList>
        {data.data.map((row) => (
          <PersonAtWork key={String(row['Person.uuid'])} row={row} />
        ))}
      </PeopleList>
      <div className={styles.foot}>
        <Text tone="faint">{`${plural(total, 'author', 'authors')}, the latest first`}</Text>
        {total > data.data.length && (
          <Button
            size="small"
            variant="subtle"
            loading={isPlaceholderData}
            onClick={() => setShown(shown + 4 * AT_FIRST)}
          >
            Show more
          </Button>
        )}
        <AppLink className={styles.all ?? ''} to={exploreAddress(org.id, { query })}>
          In Explore
        </AppLink>
      </div>
    </>
  );
}
