import { Button, IconButton, Row, SortableList, Text, VisuallyHidden } from '@cairn/ui';
import { GripVertical, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import styles from './selected-columns.module.css';

interface SelectedProps {
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly onChange: (keys: string[]) => void;
  readonly onReset: () => void;
}

/** A list with one member moved. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** The shown columns, which can be dragged, moved by arrow keys, or removed. */
export function SelectedColumns({ columns, onChange, onReset }: SelectedProps): ReactNode {
  const [announcement, setAnnouncement] = useState('');
  const keys = columns.map(({ key }) => key);
  const move = (from: number, to: number) => {
    const column = columns[from];
    if (!column || to < 0 || to >= keys.length || to === from) return;
    onChange(moved(keys, from, to));
    setAnnouncement(`${column.label} is column ${to + 1} of ${keys.length}`);
  };
  return (
    <section aria-label="Selected Columns">
      <Row justify="space-between">
        <strong>Selected Columns ({columns.length})</strong>
        <Button variant="subtle" size="small" onClick={onReset}>
          Show the usual ones
        </Button>
      </Row>
      <ol className={styles.columns}>
        <SortableList ids={keys} onMove={(key, to) => move(keys.indexOf(key), to)}>
          {(key) => {
            const index = keys.indexOf(key);
            const label = columns[index]?.label ?? key;
            return (
              <>
                <Grip label={label} onMove={(to) => move(index, to(index, keys.length))} />
                <Text truncate>{label}</Text>
                <IconButton
                  label={`Remove ${label}`}
                  size="small"
                  disabled={columns.length === 1}
                  onClick={() => onChange(keys.filter((each) => each !== key))}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              </>
            );
          }}
        </SortableList>
      </ol>
      <VisuallyHidden as="p" role="status">
        {announcement}
      </VisuallyHidden>
    </section>
  );
}

type MoveTarget = (index: number, count: number) => number;

const TARGETS: Readonly<Record<string, MoveTarget>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The handle of a column; arrows, Home and End move it. */
function Grip({ label, onMove }: { label: string; onMove: (to: MoveTarget) => void }): ReactNode {
  return (
    <IconButton
      label={`Move ${label}`}
      size="small"
      data-grip
      onKeyDown={(event) => {
        const to = TARGETS[event.key];
        if (!to) return;
        event.preventDefault();
        onMove(to);
      }}
    >
      <GripVertical size={14} aria-hidden />
    </IconButton>
  );
}
