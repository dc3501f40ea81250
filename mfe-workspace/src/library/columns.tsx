import type { LibraryColumnOptions } from './column-options.ts';
import type { LinkStatus, Scope } from '@cairn/contracts';
import { Badge, formatDateTime, formatWhen, IconButton, Text, Tooltip } from '@cairn/ui';
import type { TableColumn } from '@cairn/ui';
import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';
import { NameCell } from './name-cell.tsx';
import { VisibilityMenu } from './visibility-menu.tsx';
import { SCOPE_WORDS, STATUS_WORDS } from './words.ts';

/** The columns of the library (W§2.7). */
export function libraryColumns(options: LibraryColumnOptions): TableColumn<LibraryRow>[] {
  const { onFavourite, onScope, size, timezone } = options;
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      least: 200,
      cell: (row, active) => <NameCell {...options} row={row} active={active} />,
    },
    {
      id: 'favorite',
      header: 'Favorite',
      sortable: true,
      width: 84,
      cell: (row, active) => <HeartButton row={row} active={active} onClick={() => onFavourite(row)} />,
    },
    { id: 'type', header: 'Type', sortable: true, width: 96, cell: (row) => <TypeCell row={row} /> },
    {
      id: 'visibility',
      header: 'Visibility',
      sortable: true,
      width: 104,
      cell: (row, active) =>
        onScope && row.link.canEdit ? (
          <VisibilityMenu row={row} active={active} onScope={(scope) => onScope(row, scope)} />
        ) : (
          <VisibilityCell scope={row.scope} />
        ),
    },
    {
      id: 'status',
      header: 'Status',
      sortable: true,
      width: 116,
      cell: (row) => <StatusCell status={row.status} />,
    },
    {
      id: 'updated',
      header: 'Changed',
      sortable: true,
      width: 144,
      cell: (row) => <ChangedCell row={row} timezone={timezone} isShort={size === 'compact'} />,
    },
  ];
}

interface ActiveCell {
  row: LibraryRow;
  active: boolean;
}

function HeartButton({ row, active, onClick }: ActiveCell & { onClick: () => void }): ReactNode {
  return (
    <IconButton
      label={row.isBookmarked ? `Remove ${row.name} from favorites` : `Add ${row.name} to favorites`}
      aria-pressed={row.isBookmarked}
      className={styles['heart'] ?? ''}
      tabIndex={active ? 0 : -1}
      onClick={onClick}
    >
      <Heart size={16} aria-hidden />
    </IconButton>
  );
}

function TypeCell({ row }: { row: LibraryRow }): ReactNode {
  const { label, icon: Icon } = row.type;
  return (
    <span className={styles['with-icon']}>
      <Icon size={15} aria-hidden />
      {label}
    </span>
  );
}

/** The visibility of a saved thing in a word, with its sentence on hover. */
function VisibilityCell({ scope }: { scope: Scope }): ReactNode {
  const { label, words, Icon } = SCOPE_WORDS[scope];
  return (
    <Tooltip label={words}>
      <span className={styles['with-icon']}>
        <Icon size={15} aria-hidden />
        {label}
      </span>
    </Tooltip>
  );
}

function StatusCell({ status }: { status: LinkStatus | null }): ReactNode {
  if (status === null) return <Text tone="faint">Unknown</Text>;
  const { label, words, tone, Icon } = STATUS_WORDS[status];
  return (
    <Tooltip label={words}>
      <span>
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {label}
        </Badge>
      </span>
    </Tooltip>
  );
}

function ChangedCell({
  row: { link },
  timezone,
  isShort,
}: {
  row: LibraryRow;
  timezone: string | undefined;
  /** Without the owner, whom the tooltip names. */
  isShort: boolean;
}): ReactNode {
  const by = link.ownerName ?? 'Nobody';
  return (
    <Tooltip label={`Changed ${formatDateTime(link.updatedAt, timezone)}. Belongs to ${by}.`}>
      <span className={styles['changed']}>
        <Text truncate>{formatWhen(link.updatedAt, timezone)}</Text>
        {!isShort && (
          <Text truncate tone="faint">
            {by}
          </Text>
        )}
      </span>
    </Tooltip>
  );
}
