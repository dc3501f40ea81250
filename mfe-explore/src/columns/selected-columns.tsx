import { Button, IconButton, Row } from '@cairn/ui';
import { GripVertical, X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './selected-columns.module.css';

interface SelectedProps {
  readonly columns: readonly { readonly key: string; readonly label: string }[];
  readonly onChange: (keys: string[]) => void;
  readonly onReset: () => void;
}

/** A list with one of its members elsewhere. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** The columns that are shown, to be dragged, or moved by the arrow keys, and removed. */
export function SelectedColumns({ columns, onChange, onReset }: SelectedProps): ReactNode {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const keys = columns.map(({ key }) => key);
  const move = (from: number, to: number) => {
    const column = columns[from];
    if (!column || to < 0 || to >= keys.length || to === from) return;
    onChange(moved(keys, from, to));
    setSaid(`${column.label} is column ${to + 1} of ${keys.length}`);
  };
  const onGripKey = (event: KeyboardEvent, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: keys.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
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
        {columns.map(({ key, label }, index) => (
          <li
            key={key}
            draggable
            data-over={
              over === index && dragged !== index ? (index < (dragged ?? 0) ? 'above' : 'below') : undefined
            }
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(index);
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
          >
            <IconButton
              label={`Move ${label}`}
              size="small"
              data-grip
              onKeyDown={(event) => onGripKey(event, index)}
            >
              <GripVertical size={14} aria-hidden />
            </IconButton>
            <span className="cn-truncate">{label}</span>
            <IconButton
              label={`Remove ${label}`}
              size="small"
              disabled={columns.length === 1}
              onClick={() => onChange(keys.filter((each) => each !== key))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      <p className="cn-hidden" role="status">
        {said}
      </p>
    </section>
  );
}
