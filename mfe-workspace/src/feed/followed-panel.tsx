import type { FollowedKind } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import { EmptyState, Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './feed.module.css';
import type { Feed } from './use-feed.ts';

const HEADINGS: Readonly<Record<FollowedKind, string>> = {
  person: 'People',
  repository: 'Repositories',
  project: 'Projects',
  team: 'Teams',
  board: 'Boards',
  space: 'Spaces',
  query: 'Queries',
  topic: 'Topics',
  report: 'Reports',
};
const KINDS = Object.keys(HEADINGS) as FollowedKind[];

const PLACES: Partial<Record<FollowedKind, string>> = {
  team: 'teams',
  board: 'boards',
  space: 'space',
  topic: 'topics',
  report: 'reports',
};

/** The path below the org at which something that is followed opens. */
function pathOf(kind: FollowedKind, id: string): string {
  // A query opens from the library, which finds it by its words.
  return kind === 'query' ? 'library?filter=type%3Aquery' : `${PLACES[kind] ?? 'entity'}/${id}`;
}

/** What the user follows, with the bell that ends it. */
export function FollowedPanel({ feed: { followed = [], names } }: { feed: Feed }): ReactNode {
  const { org } = useHost();
  const nameOf = (kind: string, id: string) =>
    names.find((each) => each.kind === kind && each.id === id)?.name ?? 'No longer there';
  if (followed.length === 0) {
    return (
      <Panel title="You follow">
        <EmptyState inline title="Nothing yet" />
      </Panel>
    );
  }
  return (
    <Panel title="You follow">
      {KINDS.map((kind) => {
        const ofKind = followed.filter((each) => each.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <section key={kind} className={styles['followed']}>
            <Text tone="muted">{HEADINGS[kind]}</Text>
            <ul>
              {ofKind.map(({ id }) => (
                <li key={id}>
                  <Link to={`/${org.id}/${pathOf(kind, id)}`}>{nameOf(kind, id)}</Link>
                  <FollowBell kind={kind} id={id} name={nameOf(kind, id)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Panel>
  );
}
