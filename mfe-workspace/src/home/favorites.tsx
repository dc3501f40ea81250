import type { LinkSummary } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { addressOf, typeOf, useFavorites, useSavedTypes, useThumbnails } from '@cairn/saved';
import { EmptyState, ErrorState, Panel, TableSkeleton, Text } from '@cairn/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './personal.module.css';
import listStyles from './recent.module.css';

/** The favorites of the reader: pinned spaces and boards first, boards with their pictures. */
export function Favorites({ className }: { className?: string }): ReactNode {
  const { links, isPending, error, refetch } = useFavorites();
  const pictures = useThumbnails(links);
  return (
    <Panel className={className} title="Favorites">
      {isPending ? (
        <TableSkeleton rows={4} columns={1} />
      ) : error ? (
        <ErrorState inline title="They could not be read" error={error} onRetry={() => void refetch()} />
      ) : links.length === 0 ? (
        <EmptyState inline title="What you pin appears here">
          The heart of a board, query, space, topic or report in the library pins it.
        </EmptyState>
      ) : (
        <ul className={listStyles.list}>
          {links.map((link) => (
            <li key={link.id}>
              <FavoriteLink link={link} picture={pictures[link.id]} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function FavoriteLink({ link, picture }: { link: LinkSummary; picture: string | undefined }): ReactNode {
  const { org } = useHost();
  const types = useSavedTypes();
  const type = typeOf(link, types);
  const Icon = type?.icon ?? FileText;
  return (
    <Link to={addressOf(org.id, link, types)}>
      {picture === undefined ? (
        <Icon size={15} aria-hidden />
      ) : (
        <img src={picture} alt="" className={styles.picture} />
      )}
      <Text truncate>{link.name}</Text>
      <Text tone="faint">{type?.label}</Text>
    </Link>
  );
}
