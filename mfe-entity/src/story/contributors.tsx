import { contributorsQuery } from '@cairn/client/story';
import type { entityStoryContract } from '@cairn/contracts/story';
import type { OutputOf } from '@cairn/contracts';
import { Avatar, Button, ErrorState, Panel, plural, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useBranchLens } from '../charts/branch-lens.ts';
import { EntityLink } from '../frame/entity-link.tsx';
import { PeopleList, PersonLine } from '../frame/people-list.tsx';
import type { EntityProps } from '../kind-page/kind-page.ts';
import { useStoryOf } from './use-story.ts';
import styles from './contributors.module.css';

type Contributor = OutputOf<typeof entityStoryContract.entityContributors>['data'][number];

/** Avatars beside a summary (E§9). */
const MOST_AVATARS = 2;

function PersonRow({ contributor }: { contributor: Contributor }): ReactNode {
  const { actor, relations } = contributor;
  const [role = 'Contributor', ...others] = relations;
  return (
    <PersonLine
      uuid={actor.uuid}
      name={actor.name}
      isBot={actor.isBot}
      beneath={
        <Text tone="muted" truncate title={relations.join(', ')}>
          {role}
          {others.length > 0 ? ` +${others.length}` : ''}
        </Text>
      }
    />
  );
}

function People({ people }: { people: readonly Contributor[] }): ReactNode {
  return (
    <>
      <PeopleList>
        {people.map((contributor) => (
          <PersonRow key={contributor.actor.uuid} contributor={contributor} />
        ))}
      </PeopleList>
      {people.length > 1 && (
        <Text as="p" tone="faint">
          By role, and in each the latest first.
        </Text>
      )}
    </>
  );
}

/** The people of an entity with their roles; by role and latest activity, never by how much they did (E§2). */
export function Contributors({ entity }: EntityProps): ReactNode {
  const [degrees, setDegrees] = useState<1 | 2>(1);
  const { data, isPending, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(contributorsQuery(useStoryOf(entity.uuid), degrees, useBranchLens()));
  const people = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.meta.total ?? 0;
  return (
    <Panel
      title="Contributors"
      actions={
        <Segmented
          size="xs"
          aria-label="Whose contributors"
          data={[
            { value: '1', label: 'Direct' },
            { value: '2', label: 'Related' },
          ]}
          value={String(degrees)}
          onChange={(value) => setDegrees(value === '2' ? 2 : 1)}
        />
      }
    >
      {isPending ? (
        <Text as="p" tone="muted" role="status">
          Loading contributors...
        </Text>
      ) : isError && !data ? (
        <ErrorState
          inline
          title="The contributors could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : people.length === 0 ? (
        <Text as="p" tone="muted">
          No contributors found
        </Text>
      ) : (
        <People people={people} />
      )}
      {hasNextPage && (
        <Button
          size="small"
          variant="subtle"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more of {plural(total, 'person', 'people')}
        </Button>
      )}
    </Panel>
  );
}

/** At most two avatars beside the summary of an entity, and how many people there are beyond. */
export function ContributorAvatars({ entity }: EntityProps): ReactNode {
  const { data } = useInfiniteQuery(contributorsQuery(useStoryOf(entity.uuid), 1, useBranchLens()));
  const people = (data?.pages[0]?.data ?? []).filter(({ actor }) => !actor.isBot);
  if (people.length === 0) return null;
  const more = (data?.pages[0]?.meta.total ?? 0) - Math.min(people.length, MOST_AVATARS);
  return (
    <div className={styles.avatars} aria-label="Contributors" role="group">
      {people.slice(0, MOST_AVATARS).map(({ actor, relations }) => (
        <EntityLink key={actor.uuid} uuid={actor.uuid}>
          <span className={styles.avatar} title={`${actor.name}, ${relations[0] ?? 'Contributor'}`}>
            <Avatar name={actor.name} />
            <span className={styles.hidden}>{actor.name}</span>
          </span>
        </EntityLink>
      ))}
      {more > 0 && <Text tone="muted">+{more}</Text>}
    </div>
  );
}
