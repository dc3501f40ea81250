import { useHost, withTimezone } from '@cairn/host';
import { editQuery, exploreAddress, hasDefaultBranch, type Query, withDefaultBranch } from '@cairn/query';
import {
  Avatar,
  EmptyState,
  ErrorState,
  formatNumber,
  iconButtonAttributes,
  LinkButton,
  Panel,
  plural,
  Skeleton,
  Text,
  type DateRange,
} from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { groupsQuery } from '@cairn/client';
import styles from './people.module.css';
import { peopleQuery } from './questions.ts';

const SHOWN = 24;

interface ActivePerson {
  name: string;
  commits: number;
}

/** The active people, sorted by name and never by amount (ruling 11). */
export function People({
  range,
  onDefaultBranch,
  className,
}: {
  range: DateRange;
  onDefaultBranch: boolean;
  className?: string;
}): ReactNode {
  const host = useHost();
  const { org, timezone } = host;
  const everywhere = peopleQuery(range, timezone);
  const query = onDefaultBranch ? withDefaultBranch(everywhere) : everywhere;
  const asked = withTimezone(query, host);
  const answer = useQuery({
    ...groupsQuery(org.id, asked),
    select: (rows) => {
      const people = rows.data.flatMap((row): ActivePerson[] => {
        const [name, commits] = [row['Person.name'], row['count(Commit.uuid)']];
        return typeof name === 'string' ? [{ name, commits: Number(commits) }] : [];
      });
      return { people: people.toSorted((a, b) => a.name.localeCompare(b.name)), total: rows.meta.total };
    },
  });
  return (
    <Panel
      className={className}
      title="Who was active"
      actions={
        <Link
          {...iconButtonAttributes()}
          to={exploreAddress(org.id, { query, title: 'Who was active' })}
          aria-label="Open “Who was active” in Explore"
          title="Open in Explore"
        >
          <ArrowUpRight size={16} aria-hidden />
        </Link>
      }
    >
      {answer.data ? (
        <PeopleList people={answer.data.people} total={answer.data.total} query={query} />
      ) : answer.isError ? (
        <ErrorState
          inline
          title="The people could not be read"
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <div className={styles.list}>
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} height={24} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function PeopleList({
  people,
  total,
  query,
}: {
  people: ActivePerson[];
  total: number;
  query: Query;
}): ReactNode {
  const { org } = useHost();
  const [all, setAll] = useState(false);
  if (people.length === 0) {
    return (
      <EmptyState inline title="Nobody committed in this period">
        Choose a longer period at the top of the page.
      </EmptyState>
    );
  }
  const shown = all ? people : people.slice(0, SHOWN);
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ name, commits }) => (
          <li key={name}>
            <Link to={exploreAddress(org.id, { query: commitsOf(query, name), title: `Commits of ${name}` })}>
              <Avatar name={name} />
              <Text truncate>{name}</Text>
              <Text tone="faint" numeric title={plural(commits, 'commit')}>
                {formatNumber(commits)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      <Text as="p" tone="faint" className={styles.more}>
        By name, with their commits.{' '}
        {!all && people.length > SHOWN && (
          <LinkButton onClick={() => setAll(true)}>Show all {formatNumber(people.length)}</LinkButton>
        )}
        {total > people.length && ` ${formatNumber(total - people.length)} more in Explore.`}
      </Text>
    </>
  );
}

function commitsOf(query: Query, name: string): Query {
  const named = editQuery(editQuery(query, { type: 'setGroupBys', groupBys: [] }), {
    type: 'setAggregations',
    aggregations: [],
  });
  const { limit: _limit, ...rest } = editQuery(named, {
    type: 'setFilters',
    filters: [{ target: 'Person', attribute: 'name', comparison: { IN: [name] } }],
  });
  const theirs = { ...rest, order: [] };
  return hasDefaultBranch(query) ? withDefaultBranch(theirs) : theirs;
}
