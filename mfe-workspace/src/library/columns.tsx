import type { LinkStatus, Scope } from '@cairn/contracts';
import { Badge, IconButton, Row, Tooltip, type TableColumn, type Tone, Text } from '@cairn/ui';
import { CircleCheck, CircleDashed, CircleOff, Globe, Heart, Lock, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryRow } from './items.ts';
import styles from './library.module.css';

export const SCOPE_WORDS: Record<Scope, { label: string; words: string; Icon: typeof Lock }> = {
  private: { label: 'Private', words: 'Private - visible only to you', Icon: Lock },
  org: { label: 'Org', words: 'Org - visible to all users in your organization', Icon: Users },
  global: { label: 'Global', words: 'Global - visible to all orgs and users', Icon: Globe },
};

export const STATUS_WORDS: Record<
  LinkStatus,
  { label: string; words: string; tone: Tone; Icon: typeof Lock }
> = {
  populated: { label: 'Populated', words: 'Its data is there', tone: 'good', Icon: CircleCheck },
  processing: {
    label: 'Processing',
    words: 'Its sources are being read',
    tone: 'warn',
    Icon: CircleDashed,
  },
  notConfigured: { label: 'Missing', words: 'Lacks integration', tone: 'bad', Icon: CircleOff },
};

/** The columns of the library (W§2.7). */
export function libraryColumns(
  pictures: Pictures,
  onFavourite: (row: LibraryRow) => void,
): TableColumn<LibraryRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      cell: (row) => <NameCell row={row} pictures={pictures} />,
    },
    {
      id: 'favorite',
      header: 'Favorite',
      sortable: true,
      width: 92,
      cell: (row, active) => (
        <IconButton
          label={row.isBookmarked ? `Remove ${row.name} from favorites` : `Add ${row.name} to favorites`}
          aria-pressed={row.isBookmarked}
          className={styles['heart'] ?? ''}
          tabIndex={active ? 0 : -1}
          onClick={() => onFavourite(row)}
        >
          <Heart size={16} aria-hidden />
        </IconButton>
      ),
    },
    { id: 'type', header: 'Type', sortable: true, width: 104, cell: (row) => <TypeCell row={row} /> },
    {
      id: 'visibility',
      header: 'Visibility',
      sortable: true,
      width: 110,
      cell: (row) => <VisibilityCell scope={row.scope} />,
    },
    {
      id: 'status',
      header: 'Status',
      sortable: true,
      width: 130,
      cell: (row) => <StatusCell status={row.status} />,
    },
  ];
}

type Pictures = Readonly<Record<string, string>>;

/** The name of a row beside its picture; where others have one, its place stays. */
function NameCell({ row, pictures }: { row: LibraryRow; pictures: Pictures }): ReactNode {
  const picture = pictures[row.link.id];
  const Icon = row.type.icon;
  return (
    <div className={styles['with-picture']}>
      {picture ? (
        <img className={styles['picture']} src={picture} alt="" width={128} height={72} />
      ) : (
        Object.keys(pictures).length > 0 && (
          <span className={styles['picture']} aria-hidden>
            <Icon size={20} />
          </span>
        )
      )}
      <NameAndWords row={row} />
    </div>
  );
}

function NameAndWords({ row }: { row: LibraryRow }): ReactNode {
  return (
    <div className={styles['item']}>
      <Text as="div" truncate className={styles['name'] ?? ''} data-name>
        {row.name}
      </Text>
      <p className={styles['words']}>{row.words}</p>
      {row.tags.length > 0 && (
        <Row gap={1} className={styles['tags'] ?? ''}>
          {row.tags.slice(0, 6).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {row.tags.length > 6 && <Text tone="faint">+{row.tags.length - 6} more</Text>}
        </Row>
      )}
    </div>
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
