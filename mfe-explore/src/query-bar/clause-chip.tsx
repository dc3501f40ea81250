import { Popover, Text } from '@cairn/ui';
import { TriangleAlert, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Clause, ClauseType } from './clauses.ts';
import styles from './clause-chip.module.css';

const WIDTHS: Partial<Record<ClauseType, number>> = { 'date-range': 380, 'column-formula': 500 };

interface ChipProps {
  readonly clause: Clause;
  readonly tabIndex: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A clause with the editor that it opens. */
export function ClauseChip({
  clause,
  tabIndex,
  isOpen,
  onOpen,
  onClose,
  onRemove,
  children,
}: ChipProps): ReactNode {
  const { fault } = clause;
  const name = `${clause.name} ${clause.words}`;
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && onClose()}
      closeOnEscape={false}
      width={WIDTHS[clause.type] ?? 340}
    >
      <span
        className={styles.clause}
        data-open={isOpen || undefined}
        data-fault={fault ? true : undefined}
        data-default={clause.isDefault}
      >
        <Popover.Target>
          <button
            type="button"
            className={styles.body}
            data-stop
            tabIndex={tabIndex}
            title={fault ? `${name}. ${fault}` : name}
            aria-invalid={fault ? true : undefined}
            onClick={onOpen}
          >
            {fault && <TriangleAlert size={12} aria-hidden />}
            <small>{clause.name}</small> <Text truncate>{clause.words}</Text>
          </button>
        </Popover.Target>
        {!clause.isDefault && <RemoveButton name={name} onRemove={onRemove} />}
      </span>
      <Popover.Dropdown
        aria-label={`Edit ${clause.name.toLowerCase()}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isOfOpenList(event)) onClose();
          stopAtPopover(event);
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }): ReactNode {
  return (
    <button
      type="button"
      className={styles.remove}
      tabIndex={-1}
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      <X size={12} aria-hidden />
    </button>
  );
}

/** Escape first closes an open list of a field, and then the editor. */
function isOfOpenList({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.dataset['expanded'] !== undefined;
}

/** Keeps keys of an editor from the bar. Tab goes to the popover, which traps the focus. */
function stopAtPopover(event: KeyboardEvent): void {
  if (
    event.key !== 'Escape' &&
    event.key !== 'Tab' &&
    !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))
  )
    event.stopPropagation();
}
