import type { Space, SpaceEntry } from '@cairn/contracts/spaces';
import { addressAt, useHost } from '@cairn/host';
import { Button, EmptyState, IconButton, Row, SortableList, Surface, Text } from '@cairn/ui';
import { ArrowDown, ArrowUp, Box, ChartColumn, LayoutDashboard, Pencil, Plus, Shapes, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useItemActions } from '../spaces/use-spaces.ts';
import { AddItems } from './add-items.tsx';
import { ItemDialog } from './item-dialog.tsx';
import styles from './space.module.css';

interface SpaceItemsProps {
  space: Space;
  isEdited: boolean;
  onEdit: () => void;
}

/** The items of a space in their order, and the ways to change them in edit mode. */
export function SpaceItems({ space, isEdited, onEdit }: SpaceItemsProps): ReactNode {
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<SpaceEntry | null>(null);
  const actions = useItemActions(space.uuid);
  const items = space.items ?? [];
  const add = (
    <Button icon={<Plus aria-hidden />} onClick={() => (isEdited ? setAdding(true) : onEdit())}>
      {isEdited ? 'Add items' : 'Edit this space'}
    </Button>
  );
  return (
    <section className={styles['items']} aria-label="Items">
      {isEdited && items.length > 0 && <Row>{add}</Row>}
      {items.length === 0 && (
        <EmptyState
          icon={<Shapes aria-hidden />}
          title="Nothing is in this space yet"
          action={space.canEdit ? add : undefined}
        >
          It has room for boards, queries, people, repositories and whatever else you often open.
        </EmptyState>
      )}
      <ol className={styles['cards']} data-edited={isEdited || undefined}>
        {isEdited ? (
          <SortableList
            ids={items.map(({ uuid }) => uuid)}
            onMove={(uuid, place) => actions.move.mutate({ uuid, place })}
          >
            {(uuid) => <EditedItem space={space} uuid={uuid} actions={actions} onEdit={setEdited} />}
          </SortableList>
        ) : (
          items.map((item) => (
            <li key={item.uuid}>
              <ItemCard space={space} item={item} />
            </li>
          ))
        )}
      </ol>
      {adding && <AddItems space={space} onClose={() => setAdding(false)} />}
      {edited && <ItemDialog space={space} item={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

/** An item with the buttons that change it; it can be dragged to another place too. */
function EditedItem({
  space,
  uuid,
  actions,
  onEdit,
}: {
  space: Space;
  uuid: string;
  actions: ReturnType<typeof useItemActions>;
  onEdit: (item: SpaceEntry) => void;
}): ReactNode {
  const items = space.items ?? [];
  const place = items.findIndex((each) => each.uuid === uuid);
  const item = items[place];
  if (!item) return null;
  return (
    <ItemCard space={space} item={item}>
      <ItemButtons
        item={item}
        isFirst={place === 0}
        isLast={place === items.length - 1}
        onMove={(by) => actions.move.mutate({ uuid, place: place + by })}
        onEdit={() => onEdit(item)}
        onRemove={() => actions.remove.mutate({ item, place })}
      />
    </ItemCard>
  );
}

const TYPES = {
  board: { label: 'Board', Icon: LayoutDashboard },
  query: { label: 'Query', Icon: ChartColumn },
  entity: { label: 'Entity', Icon: Box },
} as const;

function ItemCard({
  space,
  item,
  children,
}: {
  space: Space;
  item: SpaceEntry;
  children?: ReactNode;
}): ReactNode {
  const { org } = useHost();
  const { label, Icon } = TYPES[item.type];
  const { preview } = item;
  return (
    <Surface className={styles['card'] ?? ''}>
      <Row gap={2} className={styles['kind'] ?? ''}>
        <Icon size={14} aria-hidden />
        <Text tone="faint" truncate>
          {[item.type === 'entity' && preview ? preview.kind : label, preview?.hint]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Row>
      {item.url === null ? (
        <Text className={styles['name'] ?? ''}>{item.name}</Text>
      ) : (
        <Link
          className={styles['name']}
          draggable={false}
          to={addressAt(org.id, 'space', space.uuid, item.uuid, 'launch')}
        >
          {item.name}
        </Link>
      )}
      {preview && preview.name !== item.name && <Text tone="muted">{preview.name}</Text>}
      <p className={styles['description']}>
        {item.url === null ? 'It was deleted, or it is not shared with you.' : item.description}
      </p>
      {children}
    </Surface>
  );
}

interface ItemButtonsProps {
  item: SpaceEntry;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function ItemButtons({ item, isFirst, isLast, onMove, onEdit, onRemove }: ItemButtonsProps): ReactNode {
  const { name } = item;
  return (
    <Row gap={1} className={styles['buttons'] ?? ''}>
      <IconButton size="small" label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton size="small" label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton size="small" label={`Edit ${name}`} onClick={onEdit}>
        <Pencil size={14} aria-hidden />
      </IconButton>
      <IconButton size="small" label={`Remove ${name} from the space`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </IconButton>
    </Row>
  );
}
