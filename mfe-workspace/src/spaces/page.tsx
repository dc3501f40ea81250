import type { Space } from '@cairn/contracts/spaces';
import { addressAt, useHost } from '@cairn/host';
import { useSpaceControl } from '@cairn/saved';
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeader,
  plural,
  Surface,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { SearchField } from '@cairn/ui/fields';
import { Heart, Plus, Shapes } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ReadOnlyNote } from '../library/read-only-note.tsx';
import { SpaceLook } from './space-look.tsx';
import styles from './spaces.module.css';
import { usePinSpace, useSpaces } from './use-spaces.ts';
import { hasWords } from './words.ts';

/** The spaces that this person may see. */
export function Page(): ReactNode {
  const { org, navigate, setTitle } = useHost();
  const spaces = useSpaces();
  const [filter, setFilter] = useState('');
  useEffect(() => setTitle('Spaces'), [setTitle]);
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => navigate(addressAt(org.id, 'space', 'new'))}
      {...useSpaceControl()}
    >
      New space
    </Button>
  );
  const shown = (spaces.data ?? []).filter(({ name, description }) =>
    hasWords(`${name} ${description}`, filter),
  );
  return (
    <>
      <PageHeader
        title="Spaces"
        description={spaces.data ? plural(spaces.data.length, 'space', 'spaces') : ' '}
        actions={create}
      />
      <div className={styles['page']}>
        <ReadOnlyNote />
        {spaces.isPending && <TableSkeleton rows={4} columns={3} rowHeight={96} />}
        {spaces.isError && !spaces.data && (
          <ErrorState
            title="The spaces could not be read"
            error={spaces.error}
            onRetry={() => void spaces.refetch()}
          />
        )}
        {spaces.data?.length === 0 && (
          <EmptyState icon={<Shapes aria-hidden />} title="Spaces are kept here" action={create}>
            A space holds the boards, queries, people and projects that you use most, on one page.
          </EmptyState>
        )}
        {spaces.data && spaces.data.length > 0 && (
          <>
            <SearchField
              label="Filter spaces"
              placeholder="Filter by name or description"
              value={filter}
              onText={setFilter}
            />
            {shown.length === 0 && <EmptyState inline title="No space matches this filter" />}
            <ul className={styles['tiles']}>
              {shown.map((space) => (
                <Tile key={space.uuid} space={space} />
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}

const VISIBILITY = { private: 'Private', org: 'Org', global: 'Global' } as const;

function Tile({ space }: { space: Space }): ReactNode {
  const { org } = useHost();
  const pin = usePinSpace();
  const { uuid, name, description, scope, item_ids, pin_to_nav } = space;
  return (
    <li>
      <Surface className={styles['tile'] ?? ''}>
        <SpaceLook look={space} />
        <div className={styles['words']}>
          <Link to={addressAt(org.id, 'space', uuid)} className={styles['name']}>
            {name}
          </Link>
          <IconButton
            size="small"
            className={styles['pin'] ?? ''}
            label={pin_to_nav ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
            aria-pressed={pin_to_nav}
            onClick={() => pin.mutate(space)}
          >
            <Heart size={15} aria-hidden />
          </IconButton>
        </div>
        <p className={styles['description']}>{description}</p>
        <div className={styles['foot']}>
          <Text tone="faint">{plural(item_ids.length, 'item', 'items')}</Text>
          <Badge>{VISIBILITY[scope]}</Badge>
        </div>
      </Surface>
    </li>
  );
}
