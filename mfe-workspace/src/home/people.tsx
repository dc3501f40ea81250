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
import { peopleQuery } from './people-query.ts';

const SHOWN = 24;

interface ActivePerson {
  name: string;
  email: string | null;
  commits: number;
  /** Whether somebody else in the list has the same name. */
  isNamesake: boolean;
}

/** The people of an answer in its order; those of one name are told apart by their addresses. */
function peopleOf(rows: readonly Record<string, unknown>[]): ActivePerson[] {
  const people = rows.flatMap((row): Omit<ActivePerson, 'isNamesake'>[] => {
    const [name, email, commits] = [row['Person.name'], row['Person.email'], row['count(Commit.uuid)']];
    const address = typeof email === 'string' ? email : null;
    return typeof name === 'string' ? [{ name, email: address, commits: Number(commits) }] : [];
  });
  const named = new Map<string, number>();
  for (const { name } of people) named.set(name, (named.get(name) ?? 0) + 1);
  return people.map((person) => ({ ...person, isNamesake: (named.get(person.name) ?? 0) > 1 }));
}

/** The active people, the latest first and never by amount (ruling 11). */
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
    select: (rows) => ({ people: peopleOf(rows.data), total: rows.meta.total }),
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
        {shown.map(({ name, email, commits, isNamesake }) => (
          <li key={`${name} ${email ?? ''}`}>
            <Link
              to={exploreAddress(org.id, {
                query: commitsOf(query, { name, email }),
                title: `Commits of ${name}`,
              })}
            >
              <Avatar name={name} />
              <Text truncate>
                {name}
                {isNamesake && email !== null && <span className={styles.address}> {email}</span>}
              </Text>
              <Text tone="faint" numeric title={plural(commits, 'commit')}>
                {formatNumber(commits)}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      <Text as="p" tone="faint" className={styles.more}>
        The latest first, with their commits.{' '}
        {!all && people.length > SHOWN && (
          <LinkButton onClick={() => setAll(true)}>Show all {formatNumber(people.length)}</LinkButton>
        )}
        {total > people.length && ` ${formatNumber(total - people.length)} more in Explore.`}
      </Text>
    </>
  );
}

function commitsOf(query: Query, { name, email }: Pick<ActivePerson, 'name' | 'email'>): Query {
  const named = editQuery(editQuery(query, { type: 'setGroupBys', groupBys: [] }), {
    type: 'setAggregations',
    aggregations: [],
  });
  const { limit: _limit, ...rest } = editQuery(named, {
    type: 'setFilters',
    filters: [
      { target: 'Person', attribute: 'name', comparison: { IN: [name] } },
      { target: 'Person', attribute: 'email', comparison: { IN: [email] } },
    ],
  });
  const theirs = { ...rest, order: [] };
  return hasDefaultBranch(query) ? withDefaultBranch(theirs) : theirs;
}
