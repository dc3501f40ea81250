import { followedNamesQuery } from '@cairn/client';
import {
  FOLLOWED_LINKS,
  FollowedLinkKind,
  LinkBrief,
  type Followed,
  type FollowedKind,
} from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { FollowBell, typeOf, useSavedTypes, type SavedType } from '@cairn/saved';
import { EmptyState, ErrorState, formatDate, linkAttributes, Note, TableSkeleton, Text } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './followed-things.module.css';

/** What the user follows in this org, with the bells that end it. */
export function FollowedThings(): ReactNode {
  const { org } = useHost();
  const { data: answer, error, isPending, refetch } = useQuery(followedNamesQuery(org.id));
  return (
    <section className={styles['followed']} aria-labelledby="followed-things">
      <h2 id="followed-things">You follow</h2>
      {isPending && <TableSkeleton rows={3} columns={2} rowHeight={48} />}
      {error && !answer && (
        <ErrorState
          inline
          title="What you follow cannot be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {answer?.notice && <Note tone="warn">{answer.notice}</Note>}
      {answer?.data.length === 0 && (
        <EmptyState inline title="Nothing yet">
          The bell of a person, repository, project, team, board, space, query, topic or report begins it.
        </EmptyState>
      )}
      <ul aria-label="What you follow">
        {answer?.data.map((each) => (
          <FollowedThing
            key={`${each.kind} ${each.id}`}
            followed={each}
            unknown={answer.notice === null ? 'No longer there' : 'Name not known now'}
          />
        ))}
      </ul>
    </section>
  );
}

/** The words of followed entities; those of saved things stand in their types. */
const KINDS: Readonly<Partial<Record<FollowedKind, string>>> = {
  person: 'Person',
  repository: 'Repository',
  project: 'Project',
  team: 'Team',
};

interface FollowedThingProps {
  readonly followed: Followed;
  /** What stands for a name that nobody knows. */
  readonly unknown: string;
}

function FollowedThing({ followed, unknown }: FollowedThingProps): ReactNode {
  const { org, timezone } = useHost();
  const types = useSavedTypes();
  const { kind, id, name, hint, since } = followed;
  const link = FollowedLinkKind.safeParse(kind).data;
  const type = link && typeOf({ type: FOLLOWED_LINKS[link] }, types);
  const label = type?.label ?? KINDS[kind];
  const facts = [label, hint, `since ${formatDate(since, timezone)}`];
  return (
    <li>
      <div className={styles['words']}>
        {name ? (
          <Link to={addressOfFollowed(org.id, { kind, id, name }, type)} {...linkAttributes()}>
            {name}
          </Link>
        ) : (
          <Text tone="muted">{unknown}</Text>
        )}
        <Text as="p" tone="muted">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <FollowBell kind={kind} id={id} name={name ?? 'it'} />
    </li>
  );
}

/** The address at which a followed thing opens. */
function addressOfFollowed(
  orgId: string,
  { kind, id, name }: { readonly kind: string; readonly id: string; readonly name: string },
  type: SavedType | undefined,
): string {
  if (type) return type.address(orgId, { id, name, brief: LinkBrief.parse({}) });
  return addressAt(orgId, kind === 'team' ? 'teams' : 'entity', id);
}
