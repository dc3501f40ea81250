import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addressOf, useSavedPage } from '@cairn/saved';
import { ErrorState, IconButton, linkAttributes, Panel, Select, Skeleton, Stack, Text } from '@cairn/ui';
import { ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './records.module.css';

/** What is done with the topics of a list. */
interface TopicChanges {
  onChange: (ids: string[]) => void;
  onRemove: (link: LinkSummary) => void;
}

export interface TopicListProps {
  /** The ids of the topics, in their order. */
  ids: readonly string[];
  /** Absent where the reader may not change them. */
  changes?: TopicChanges | undefined;
  /** The address of a topic; its own page by default. */
  pathOf?: (link: LinkSummary) => string;
  /** What stands beside the name of a topic. */
  mark?: (link: LinkSummary) => ReactNode;
}

/** The topics that a report or a competency names. Those that a reader may not see are counted only. */
export function TopicList({ ids, changes, pathOf, mark }: TopicListProps): ReactNode {
  const { org } = useHost();
  const topics = useSavedPage({
    filter: { types: ['digest-v2', 'digest-v1'] },
    sort: { by: 'name', direction: 'ascending' },
  });
  if (topics.isPending) return <Skeleton height={80} />;
  if (topics.isError && !topics.data)
    return (
      <ErrorState
        inline
        title="The topics could not be read"
        error={topics.error}
        onRetry={() => void topics.refetch()}
      />
    );
  const known = new Map(topics.data.links.map((link) => [link.id, link]));
  const shown = ids.flatMap((id) => known.get(id) ?? []);
  const hidden = ids.length - shown.length;
  const others = topics.data.links.filter(({ id }) => !ids.includes(id));
  return (
    <Panel title="Topics">
      <Stack gap={2.5}>
        <ol className={styles['parts']}>
          {shown.map((link, place) => (
            <li key={link.id}>
              <Link {...linkAttributes()} to={pathOf?.(link) ?? addressOf(org.id, link)}>
                {link.name}
              </Link>
              {mark?.(link)}
              {changes && (
                <TopicButtons
                  name={link.name}
                  isFirst={place === 0}
                  onUp={() => changes.onChange(movedUp(ids, link.id))}
                  onRemove={() => changes.onRemove(link)}
                />
              )}
            </li>
          ))}
        </ol>
        {shown.length === 0 && <Text tone="muted">No topics are in it yet.</Text>}
        {hidden > 0 && <Text tone="faint">{hidden} more were deleted, or are not shared with you.</Text>}
        {changes && (
          <Select
            aria-label="Add a topic"
            placeholder={others.length > 0 ? 'Add a topic' : 'There are no further topics'}
            searchable
            disabled={others.length === 0}
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={null}
            onChange={(id) => id && changes.onChange([...ids, id])}
          />
        )}
      </Stack>
    </Panel>
  );
}

/** The ids with one of them a place earlier. */
function movedUp(ids: readonly string[], id: string): string[] {
  const place = ids.indexOf(id);
  return ids.filter((each) => each !== id).toSpliced(Math.max(0, place - 1), 0, id);
}

interface TopicButtonsProps {
  name: string;
  isFirst: boolean;
  onUp: () => void;
  onRemove: () => void;
}

function TopicButtons({ name, isFirst, onUp, onRemove }: TopicButtonsProps): ReactNode {
  return (
    <>
      <IconButton size="small" label={`Move ${name} up`} disabled={isFirst} onClick={onUp}>
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton size="small" label={`Remove ${name}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </IconButton>
    </>
  );
}
