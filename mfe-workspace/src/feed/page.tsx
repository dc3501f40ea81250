import { useHost } from '@cairn/host';
import {
  Button,
  buttonAttributes,
  dateRangeWords,
  EmptyState,
  ErrorState,
  Note,
  PageHeader,
  plural,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { Rss } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useConfiguration } from '../graph-data.ts';
import { useFeedAddress, type FeedAddress } from './feed-address.ts';
import { FeedFilters } from './feed-filters.tsx';
import { FeedList } from './feed-list.tsx';
import styles from './feed.module.css';
import { FOLLOWED_WORDS } from './followed-kinds.ts';
import { FollowedPanel } from './followed-panel.tsx';
import { useFeed, type Feed } from './use-feed.ts';

/** What happened to what the user follows, in sentences (W§2.1, ruling 23). */
export function Page(): ReactNode {
  const { setTitle } = useHost();
  const [address, change] = useFeedAddress();
  const feed = useFeed(address);
  const labelOf = useKindLabels();
  useEffect(() => setTitle('Feed'), [setTitle]);
  const follows = (feed.followed ?? []).length > 0;
  return (
    <div className={styles['page']}>
      <PageHeader title="Feed" description={follows && feed.isRead ? summaryOf(feed, address) : ' '} />
      {feed.error && !feed.followed ? (
        <ErrorState title="The feed could not be read" error={feed.error} onRetry={feed.retry} />
      ) : feed.isPending ? (
        <TableSkeleton rows={8} columns={2} />
      ) : follows ? (
        <div className={styles['columns']}>
          <div className={styles['main']}>
            <FeedFilters feed={feed} address={address} onChange={change} labelOf={labelOf} />
            {feed.error && (
              <ErrorState
                inline
                title="A part of the feed could not be read"
                error={feed.error}
                onRetry={feed.retry}
              />
            )}
            {feed.limited && (
              <Note>
                This organization limits what is shown of one person, so followed people tell nothing here.
              </Note>
            )}
            {(feed.isRead || feed.entries.length > 0) && (
              <Entries feed={feed} address={address} labelOf={labelOf} onChange={change} />
            )}
          </div>
          <FollowedPanel feed={feed} />
        </div>
      ) : (
        <FollowsNothing />
      )}
    </div>
  );
}

/** A kind as people call several of it. */
function useKindLabels(): (kind: string) => string {
  const { data } = useConfiguration();
  const saved: Readonly<Record<string, string>> = FOLLOWED_WORDS;
  return (kind) => saved[kind] ?? data?.kinds.find(({ name }) => name === kind)?.plural ?? kind;
}

const summaryOf = ({ total }: Feed, { when }: FeedAddress) =>
  `${plural(total, 'event')} · ${dateRangeWords(when)}`;

function FollowsNothing(): ReactNode {
  const { org } = useHost();
  const link = (path: string, words: string) => (
    <Link to={`/${org.id}/${path}`} {...buttonAttributes()}>
      {words}
    </Link>
  );
  return (
    <EmptyState
      icon={<Rss aria-hidden />}
      title="What you follow is told here"
      action={
        <>
          {link('teams', 'Teams')}
          {link('library?filter=type:board', 'Boards')}
          {link('spaces', 'Spaces')}
        </>
      }
    >
      You follow nothing yet. Open a person, a repository, a project, a team, or a thing that was saved, and
      press its bell; what happens to it then stands here in sentences.
    </EmptyState>
  );
}

interface EntriesProps {
  feed: Feed;
  address: FeedAddress;
  labelOf: (kind: string) => string;
  onChange: (part: Partial<FeedAddress>) => void;
}

function Entries({ feed, address, labelOf, onChange }: EntriesProps): ReactNode {
  const isNarrowed = address.type !== null || address.project !== null || address.team !== null;
  if (feed.entries.length === 0) {
    return (
      <EmptyState
        title={isNarrowed ? 'Nothing fits these filters' : 'Nothing happened in this time'}
        action={
          isNarrowed ? (
            <Button onClick={() => onChange({ type: null, project: null, team: null })}>
              Clear the filters
            </Button>
          ) : (
            <Button onClick={() => onChange({ when: { duration: 'P90D' } })}>Show the last 90 days</Button>
          )
        }
      >
        {`${dateRangeWords(address.when)} brought nothing of what you follow.`}
      </EmptyState>
    );
  }
  return (
    <>
      <FeedList entries={feed.entries} />
      {feed.isWhole ? (
        <EndOfFeed feed={feed} address={address} labelOf={labelOf} />
      ) : (
        <Button loading={feed.isLoadingMore} onClick={feed.more}>
          Show older
        </Button>
      )}
    </>
  );
}

/** Says that the feed ends here, and what was in it under which filters. */
function EndOfFeed({ feed, address, labelOf }: Omit<EntriesProps, 'onChange'>): ReactNode {
  const counts = new Map<string, number>();
  for (const { kind } of feed.entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${labelOf(kind)} ${count}`);
  const named = (list: readonly { value: string; label: string }[] = [], id: string | null) =>
    list.find(({ value }) => value === id)?.label ?? id;
  const filters = [
    `Type: ${address.type === null ? 'all' : labelOf(address.type)}`,
    `Project: ${named(feed.choices?.projects, address.project) ?? 'all'}`,
    `Team: ${named(feed.choices?.teams, address.team) ?? 'all'}`,
    `When: ${dateRangeWords(address.when)}`,
  ];
  return (
    <footer className={styles['end']}>
      <p>{`That is all: ${plural(feed.entries.length, 'event')} (${parts.join(', ')}).`}</p>
      <Text tone="faint">{filters.join(' · ')}</Text>
    </footer>
  );
}
