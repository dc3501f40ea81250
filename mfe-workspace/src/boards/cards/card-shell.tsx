import { IconButton, Menu } from '@cairn/ui';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CardProps } from './card-type.tsx';
import styles from './card-shell.module.css';

/** The attribute of the part that a card is dragged by. */
export const GRIP = 'data-card-grip';

interface CardShellProps extends Pick<CardProps, 'unlocked' | 'onRemove'> {
  /** The name of the card. */
  readonly name: string;
  /** The content of its first line; without it the card has no first line, and its menu stands over its corner. */
  readonly title: ReactNode;
  /** Stands beside the title. */
  readonly badge?: ReactNode;
  /** Entries of its menu before those that every unlocked card has. */
  readonly menu?: ReactNode;
  /** Without it the card cannot be edited. */
  readonly onEdit?: () => void;
  readonly transparent: boolean;
  readonly children: ReactNode;
}

/** The frame of a card: its first line with menu and grip, and its content. */
export function CardShell(props: CardShellProps): ReactNode {
  const { name, title, badge, menu, unlocked, transparent, children } = props;
  return (
    <article className={styles.card} data-transparent={transparent || undefined} aria-label={name}>
      {(title || menu) && (
        <div
          className={styles.head}
          data-over={!title || undefined}
          data-no-export={!title || undefined}
          {...(unlocked ? { [GRIP]: true } : {})}
        >
          {title}
          {badge}
          <CardMenu name={name}>
            {menu}
            {unlocked && <EditItems {...props} />}
          </CardMenu>
        </div>
      )}
      {children}
    </article>
  );
}

function CardMenu({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={`Card menu of ${name}`} size="small" className={styles.menu} data-no-export>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function EditItems({ onEdit, onRemove }: Pick<CardShellProps, 'onEdit' | 'onRemove'>): ReactNode {
  return (
    <>
      {onEdit && (
        <>
          <Menu.Item leftSection={<Pencil size={14} />} onClick={onEdit}>
            Edit card
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item data-danger leftSection={<Trash2 size={14} />} onClick={onRemove}>
        Remove card
      </Menu.Item>
    </>
  );
}
