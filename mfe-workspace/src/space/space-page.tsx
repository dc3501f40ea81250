import type { OpenedSpace } from '@cairn/client';
import { AppError } from '@cairn/contracts';
import type { Space } from '@cairn/contracts/spaces';
import { addressAt, useHost } from '@cairn/host';
import { FollowBell } from '@cairn/saved';
import {
  Badge,
  Button,
  buttonAttributes,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  Note,
  PageHeader,
  PageHeaderSkeleton,
  Row,
  TableSkeleton,
  Text,
} from '@cairn/ui';
import { TagList } from '@cairn/ui/viewers';
import { Check, Ellipsis, Heart, Pencil, Settings2, Trash2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { SpaceLook } from '../spaces/space-look.tsx';
import { usePinSpace, useRemoveSpace, useSpace } from '../spaces/use-spaces.ts';
import { SpaceItems } from './space-items.tsx';
import { SpaceSettings } from './space-settings.tsx';
import styles from './space.module.css';

/** A space with its look and its items; `edit=1` in the address lets them be changed. */
export function SpacePage({ uuid }: { uuid: string }): ReactNode {
  const { setTitle } = useHost();
  const { data: space, error, refetch } = useSpace(uuid);
  const name = space?.name;
  useEffect(() => {
    if (name !== undefined) setTitle(name);
  }, [setTitle, name]);
  if (space) return <Shown space={space} />;
  if (error instanceof AppError && error.code === 'not_found') return <NoSpace />;
  if (error)
    return <ErrorState title="The space could not be read" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeaderSkeleton />
      <TableSkeleton rows={4} columns={3} rowHeight={96} />
    </>
  );
}

function NoSpace(): ReactNode {
  const { org } = useHost();
  return (
    <EmptyState
      whole
      title="There is no such space"
      action={
        <Link to={addressAt(org.id, 'spaces')} {...buttonAttributes()}>
          All spaces
        </Link>
      }
    >
      It may have been deleted, or it is private to somebody else.
    </EmptyState>
  );
}

function Shown({ space }: { space: OpenedSpace }): ReactNode {
  const [params, setParams] = useSearchParams();
  const [settings, setSettings] = useState(false);
  const isEdited = space.canEdit && params.get('edit') === '1';
  const edit = (on: boolean) => setParams(on ? { edit: '1' } : {}, { replace: true });
  return (
    <>
      <SpaceLook look={space} size="banner" />
      <PageHeader
        title={space.name}
        description={space.description}
        actions={
          <Actions space={space} isEdited={isEdited} onEdit={edit} onSettings={() => setSettings(true)} />
        }
      />
      <Facts space={space} />
      {space.notice && (
        <Note tone="warn" className={styles['notice'] ?? ''}>
          {space.notice}
        </Note>
      )}
      <SpaceItems space={space} isEdited={isEdited} onEdit={() => edit(true)} />
      {settings && <SpaceSettings space={space} onClose={() => setSettings(false)} />}
    </>
  );
}

interface ActionsProps {
  space: Space;
  isEdited: boolean;
  onEdit: (on: boolean) => void;
  onSettings: () => void;
}

function Actions({ space, isEdited, onEdit, onSettings }: ActionsProps): ReactNode {
  const pin = usePinSpace();
  const remove = useRemoveSpace();
  return (
    <>
      <FollowBell kind="space" id={space.uuid} name={space.name} />
      <IconButton
        label={space.pin_to_nav ? 'Remove from favorites' : 'Add to favorites'}
        aria-pressed={space.pin_to_nav}
        className={styles['pin'] ?? ''}
        onClick={() => pin.mutate(space)}
      >
        <Heart size={16} aria-hidden />
      </IconButton>
      {space.canEdit && (
        <>
          <Button
            variant={isEdited ? 'primary' : 'default'}
            icon={isEdited ? <Check aria-hidden /> : <Pencil aria-hidden />}
            onClick={() => onEdit(!isEdited)}
          >
            {isEdited ? 'Done' : 'Edit'}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton label="More actions">
                <Ellipsis size={16} aria-hidden />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Settings2 size={14} aria-hidden />} onClick={onSettings}>
                Space settings
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                data-danger
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => void remove(space)}
              >
                Delete space
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </>
  );
}

const VISIBILITY = {
  private: 'Private - visible only to you',
  org: 'Org - visible to all users in your organization',
  global: 'Global - visible to all orgs and users',
} as const;

function Facts({ space }: { space: Space }): ReactNode {
  const { org, navigate } = useHost();
  const { scope, ownerName, tags, useCases, targetRoles } = space;
  return (
    <Row gap={2} wrap className={styles['facts'] ?? ''}>
      <Text tone="muted">{VISIBILITY[scope]}</Text>
      {ownerName && scope !== 'private' && <Text tone="muted">by {ownerName}</Text>}
      {tags.length > 0 && (
        <TagList
          tags={tags}
          onTag={(tag) =>
            navigate(addressAt(org.id, 'library', { filter: `tag:${tag.replaceAll(' ', '_')}` }))
          }
        />
      )}
      {targetRoles.map((role) => (
        <Badge key={role} tone="accent">
          for {role}
        </Badge>
      ))}
      {useCases.map((useCase) => (
        <Badge key={useCase} tone="accent">
          {useCase}
        </Badge>
      ))}
    </Row>
  );
}
