import { AppError, type DeepLink } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { LinkBell, useCountOpening, useSavedThing, type SavedType } from '@cairn/saved';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeader,
  PageHeaderSkeleton,
  TableSkeleton,
} from '@cairn/ui';
import { Heart } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useLibraryActions } from '../library/use-library-actions.ts';
import styles from './records.module.css';

export interface RecordPageProps<State> {
  type: SavedType<State>;
  id: string;
  /** Further actions in the head of the page. */
  actions?: (link: DeepLink) => ReactNode;
  children: (link: DeepLink, state: State) => ReactNode;
}

/** A saved thing of one type: its head, its favourite mark, and its body. Opening it counts. */
export function RecordPage<State>({ type, id, actions, children }: RecordPageProps<State>): ReactNode {
  const { setTitle } = useHost();
  const { data: link, error, refetch } = useSavedThing(id);
  const { favourite } = useLibraryActions();
  useCountOpening(id);
  useEffect(() => {
    if (link) setTitle(link.name);
  }, [setTitle, link]);
  const failed = (title: string) => <ErrorState title={title} error={error} onRetry={() => void refetch()} />;
  if (error instanceof AppError && error.code === 'not_found' && !link) return <NoRecord word={type.word} />;
  if (error && !link) return failed(`The ${type.word} could not be read`);
  if (!link) {
    return (
      <>
        <PageHeaderSkeleton />
        <TableSkeleton rows={6} />
      </>
    );
  }
  const state = type.stateOf(link);
  const { isBookmarked } = link;
  return (
    <>
      <PageHeader
        title={link.name}
        description={link.description}
        actions={
          <>
            <IconButton
              label={isBookmarked ? 'Remove from favorites' : 'Add to favorites'}
              aria-pressed={isBookmarked}
              className={styles['heart'] ?? ''}
              onClick={() => void favourite(link).then(() => refetch())}
            >
              <Heart size={16} aria-hidden />
            </IconButton>
            <LinkBell link={link} />
            {actions?.(link)}
          </>
        }
      />
      <div className={styles['page']}>
        {state === null
          ? failed(`This ${type.word} was saved by another version and cannot be read`)
          : children(link, state)}
      </div>
    </>
  );
}

function NoRecord({ word }: { word: string }): ReactNode {
  const { org, navigate } = useHost();
  return (
    <EmptyState
      whole
      title={`There is no such ${word}`}
      action={<Button onClick={() => navigate(addressAt(org.id, 'library'))}>Open the library</Button>}
    >
      It may have been deleted, or it is private to somebody else.
    </EmptyState>
  );
}
