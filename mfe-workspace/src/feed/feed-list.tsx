import { useHost } from '@cairn/host';
import { Avatar, Button, formatDate, formatDateTime, formatTime, Text } from '@cairn/ui';
import { ListRow } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { groupedEntries, type FeedEntry, type FeedRun } from './entries.ts';
import styles from './feed.module.css';

/** The entries of a feed by day, with what is alike beneath its first. */
export function FeedList({ entries }: { entries: readonly FeedEntry[] }): ReactNode {
  const { timezone } = useHost();
  const entities = entries.flatMap(({ opens }) => ('entity' in opens ? [opens.entity] : []));
  return groupedEntries(entries).map(({ day, runs }) => (
    <section key={day} aria-label={formatDate(day)}>
      <h2 className={styles['day']}>{formatDate(`${day}T12:00:00Z`, 'UTC')}</h2>
      <ul className={styles['entries']}>
        {runs.map((run) => (
          <Run key={run.first.id} run={run} entities={entities} timezone={timezone} />
        ))}
      </ul>
    </section>
  ));
}

interface Shown {
  /** The entities of the whole feed, for moving through them in the drawer. */
  entities: readonly string[];
  timezone: string;
}

function Run({ run: { first, alike }, ...shown }: Shown & { run: FeedRun }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Entry entry={first} {...shown}>
        {alike.length > 0 && (
          <Button size="small" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `and ${alike.length} more like it`}
          </Button>
        )}
      </Entry>
      {isOpen && alike.map((entry) => <Entry key={entry.id} entry={entry} {...shown} />)}
    </>
  );
}

function Entry({
  entry,
  entities,
  timezone,
  children,
}: Shown & { entry: FeedEntry; children?: ReactNode }): ReactNode {
  const { openEntity } = useHost();
  const { actor, sentence, place, at, opens } = entry;
  return (
    <ListRow
      lead={<Avatar name={actor?.name ?? '?'} picture={actor?.picture} />}
      end={
        <Text tone="faint" title={formatDateTime(at, timezone)}>
          {formatTime(at, timezone)}
        </Text>
      }
    >
      {'address' in opens ? (
        <Link className={styles['sentence']} to={opens.address}>
          {sentence}
        </Link>
      ) : (
        <button
          type="button"
          className={styles['sentence']}
          onClick={() => openEntity(opens.entity, entities)}
        >
          {sentence}
        </button>
      )}
      {place && <Text tone="faint">{place}</Text>}
      {children}
    </ListRow>
  );
}
