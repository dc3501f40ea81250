import type { FollowedKind } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import { EmptyState, Panel, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './feed.module.css';
import { FOLLOWED_WORDS } from './followed-kinds.ts';
import type { Feed } from './use-feed.ts';

const KINDS = Object.keys(FOLLOWED_WORDS) as FollowedKind[];

/** What the user follows, with the bell that ends it. */
export function FollowedPanel({ feed: { followed = [], names, isRead } }: { feed: Feed }): ReactNode {
  const { org } = useHost();
  const shownOf = (kind: string, id: string) => names.find((each) => each.kind === kind && each.id === id);
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
            <Text tone="muted">{FOLLOWED_WORDS[kind]}</Text>
            <ul>
              {ofKind.map(({ id }) => {
                const { path, name = isRead ? 'No longer there' : 'Name unknown' } = shownOf(kind, id) ?? {};
                return (
                  <li key={id}>
                    {path === undefined ? <Text>{name}</Text> : <Link to={`/${org.id}/${path}`}>{name}</Link>}
                    <FollowBell kind={kind} id={id} name={name} />
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </Panel>
  );
}
