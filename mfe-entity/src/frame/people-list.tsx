import { Avatar } from '@cairn/ui';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { EntityLink } from './entity-link.tsx';
import styles from './people-list.module.css';

interface PeopleListProps {
  /** Several beside each other where there is room. */
  readonly inColumns?: boolean;
  readonly children: ReactNode;
}

/** People, a line each. */
export function PeopleList({ inColumns, children }: PeopleListProps): ReactNode {
  return (
    <ul className={styles.people} data-columns={inColumns || undefined}>
      {children}
    </ul>
  );
}

interface PersonLineProps {
  readonly uuid: string;
  readonly name: string;
  readonly isBot?: boolean;
  /** Stands beneath the name. */
  readonly beneath?: ReactNode;
  /** Stands beside the name. */
  readonly children?: ReactNode;
}

/** A person of a list, who leads to their page, and what is said of them. */
export function PersonLine({ uuid, name, isBot, beneath, children }: PersonLineProps): ReactNode {
  const link = <EntityLink uuid={uuid}>{name}</EntityLink>;
  return (
    <li className={styles.person}>
      {isBot ? <Bot size={20} aria-label="Bot" /> : <Avatar name={name} />}
      {beneath ? (
        <span className={styles.words}>
          {link}
          {beneath}
        </span>
      ) : (
        link
      )}
      {children}
    </li>
  );
}
