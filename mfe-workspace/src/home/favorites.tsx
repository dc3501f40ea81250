import { typeOf, useFavorites, useSavedTypes, useThumbnails } from '@cairn/saved';
import { EmptyState, ErrorState, Panel, TableSkeleton } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './personal.module.css';
import listStyles from './recent.module.css';
import { SavedRow } from './saved-row.tsx';

/** The favorites of the reader: pinned spaces and boards first, boards with their pictures. */
export function Favorites({ className }: { className?: string }): ReactNode {
  const { links, isPending, error, refetch } = useFavorites();
  const types = useSavedTypes();
  const pictures = useThumbnails(links);
  return (
    <Panel className={className} title="Favorites">
      {isPending ? (
        <TableSkeleton rows={4} columns={1} />
      ) : error ? (
        <ErrorState inline title="They could not be read" error={error} onRetry={() => void refetch()} />
      ) : links.length === 0 ? (
        <EmptyState inline title="What you pin appears here">
          The heart of a row in the library pins it.
        </EmptyState>
      ) : (
        <ul className={listStyles.list}>
          {links.map((link) => (
            <SavedRow
              key={link.id}
              link={link}
              picture={
                pictures[link.id] !== undefined && (
                  <img src={pictures[link.id]} alt="" className={styles.picture} />
                )
              }
              note={typeOf(link, types)?.label}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
