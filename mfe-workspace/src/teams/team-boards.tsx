import { useHost } from '@cairn/host';
import { addressOf, useSavedPage, useSavedTypes } from '@cairn/saved';
import { Panel, Text, linkAttributes } from '@cairn/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './teams.module.css';

const asTag = (name: string) => name.toLowerCase().replaceAll(/\s+/g, '_');

/** The saved things that carry the team's name as a tag. */
export function TeamBoards({ name }: { name: string }): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const listed = types.map(({ type }) => type);
  const { data } = useSavedPage({ filter: { tags: [asTag(name).slice(0, 100)], types: listed }, limit: 50 });
  const tagged = data?.links ?? [];
  return (
    <Panel title="Boards and queries">
      {tagged.length === 0 ? (
        <Text as="p" tone="muted">{`What is tagged “${asTag(name)}” in the library appears here.`}</Text>
      ) : (
        <ul className={styles['list']}>
          {tagged.map((link) => (
            <li key={link.id}>
              <Link to={addressOf(org.id, link, types)} {...linkAttributes()}>
                {link.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
