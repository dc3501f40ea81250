import type { AnyCard, CardPosition, DrawableBoard } from '@cairn/contracts';
import { createSharedColors, type SharedColors } from '@cairn/host';
import { Stack, VisuallyHidden, type DateRange } from '@cairn/ui';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { GridLayout, useContainerWidth, type Layout } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import styles from './canvas.module.css';
import { GRIP } from './cards/card-shell.tsx';
import { useCardTable } from './cards/card-table.ts';
import type { CardSize } from './cards/card-type.tsx';
import { columnsOf, readingOrder, type BoardEdit } from './edits.ts';

export const ONE_COLUMN_BELOW = 700;

const MOVES: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type MoveEdit = Extract<BoardEdit, { type: 'move' | 'resize' }>;

/** The edit of an arrow key: it moves the focused card, or resizes it with Shift. */
export function keyEdit(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'metaKey' | 'ctrlKey' | 'altKey'>,
  id: string,
  minSize: CardSize,
): MoveEdit | null {
  const way = MOVES[event.key];
  if (!way || event.metaKey || event.ctrlKey || event.altKey) return null;
  const [dx, dy] = way;
  return event.shiftKey ? { type: 'resize', id, dw: dx, dh: dy, minSize } : { type: 'move', id, dx, dy };
}

interface CanvasProps {
  /** The name of the board. */
  name: string;
  state: DrawableBoard;
  range: DateRange | null;
  unlocked: boolean;
  /** The card that was just added, which gets the focus so that the arrow keys place it. */
  added?: string | null;
  onEdit: (edit: BoardEdit) => void;
  onEditCard: (id: string) => void;
  onRemoveCard: (id: string) => void;
}

/** The cards of a board on its grid; one column when there is no room for more. */
export function Canvas(props: CanvasProps): ReactNode {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const [colors] = useState(createSharedColors);
  const { added } = props;
  const drawn = { ...props, colors };
  useEffect(() => {
    if (added && mounted) containerRef.current?.querySelector<HTMLElement>('[data-added]')?.focus();
  }, [added, mounted, containerRef]);
  return (
    <div
      ref={containerRef}
      className={styles.canvas}
      data-testid="canvas"
      data-board
      data-pdf={props.name}
      data-theme={props.state.extras.colorTheme}
    >
      {mounted && (width < ONE_COLUMN_BELOW ? <OneColumn {...drawn} /> : <Grid {...drawn} width={width} />)}
    </div>
  );
}

interface DrawnCanvas extends CanvasProps {
  readonly colors: SharedColors;
}

function CanvasCard({ id, card, canvas }: { id: string; card: AnyCard; canvas: DrawnCanvas }): ReactNode {
  const { typeOf } = useCardTable();
  const { range, unlocked, colors, onEdit, onEditCard, onRemoveCard } = canvas;
  return typeOf(card).draw({
    card,
    range,
    unlocked,
    colors,
    onEdit: () => onEditCard(id),
    onRemove: () => onRemoveCard(id),
    onChange: (next) => onEdit({ type: 'card', id, card: next }),
  });
}

function OneColumn(props: DrawnCanvas): ReactNode {
  const { layout, data, extras } = props.state;
  return (
    <Stack style={{ gap: extras.spacing }}>
      {readingOrder(layout).map(({ i, h }) => {
        const card = data[i];
        return (
          card && (
            <div key={i} style={{ height: h * extras.rowHeight + (h - 1) * extras.spacing }}>
              <CanvasCard id={i} card={card} canvas={props} />
            </div>
          )
        );
      })}
    </Stack>
  );
}

function withLimits(position: CardPosition, columns: number, minSize: CardSize | undefined) {
  return { ...position, minW: Math.min(minSize?.w ?? 1, columns), minH: minSize?.h ?? 1 };
}

const KEYS_HINT = 'board-canvas-keys';

/** The attributes that make a cell of an unlocked board movable by keyboard. */
function movableAttributes(title: string | null, { x, y, w, h }: CardPosition) {
  return {
    tabIndex: 0,
    role: 'group',
    'aria-roledescription': 'movable card',
    'aria-label': title === null ? '' : `${title}, column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`,
    'aria-describedby': KEYS_HINT,
  };
}

function gridOptions({ state: { extras }, unlocked }: CanvasProps) {
  return {
    gridConfig: {
      cols: columnsOf(extras),
      rowHeight: extras.rowHeight || 48,
      margin: [extras.spacing, extras.spacing] as const,
      containerPadding: [0, 0] as const,
    },
    dragConfig: { enabled: unlocked, handle: `[${GRIP}]`, cancel: 'button' },
    resizeConfig: { enabled: unlocked, handles: ['se'] as const },
  };
}

function Grid(props: DrawnCanvas & { width: number }): ReactNode {
  const { state, unlocked, onEdit, width } = props;
  const { layout, data, extras } = state;
  const { typeOf, titleOf } = useCardTable();
  const [announced, setAnnounced] = useState<MoveEdit | null>(null);
  const minSizeOf = (id: string) => data[id] && typeOf(data[id]).minSize;
  const arrange = (next: Layout) =>
    onEdit({ type: 'arrange', layout: next.map(({ i, x, y, w, h }) => ({ i, x, y, w, h })) });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string, card: AnyCard) => {
    if (!unlocked || event.target !== event.currentTarget) return;
    const edit = keyEdit(event, id, typeOf(card).minSize);
    if (!edit) return;
    event.preventDefault();
    onEdit(edit);
    setAnnounced(edit);
  };
  return (
    <>
      {/* A drag would add a style element, which the page's policy refuses; it adds none when its id is taken. */}
      <span id="react-draggable-style-el" hidden />
      <GridLayout
        {...gridOptions(props)}
        width={width}
        layout={layout.map((position) => withLimits(position, columnsOf(extras), minSizeOf(position.i)))}
        onDragStop={arrange}
        onResizeStop={arrange}
      >
        {readingOrder(layout).map((position) => {
          const card = data[position.i];
          return (
            <div
              key={position.i}
              className={styles.cell}
              data-added={position.i === props.added || undefined}
              {...(unlocked ? movableAttributes(card ? titleOf(card) : null, position) : {})}
              onKeyDown={(event) => card && onKeyDown(event, position.i, card)}
            >
              {card && <CanvasCard id={position.i} card={card} canvas={props} />}
            </div>
          );
        })}
      </GridLayout>
      <VisuallyHidden as="p" id={KEYS_HINT}>
        Arrow keys move the card, Shift with arrow keys resizes it.
      </VisuallyHidden>
      <Announcement edit={announced} state={state} />
    </>
  );
}

/** Announces the position of a moved card, once the board has settled. */
function Announcement({ edit, state }: { edit: MoveEdit | null; state: DrawableBoard }): ReactNode {
  const { titleOf } = useCardTable();
  const position = edit && state.layout.find(({ i }) => i === edit.id);
  const card = position && state.data[position.i];
  if (!card) return <VisuallyHidden as="p" role="status" />;
  const { x, y, w, h } = position;
  return (
    <VisuallyHidden as="p" role="status">
      {`${edit.type === 'move' ? 'Moved' : 'Resized'} ${titleOf(card)} to column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`}
    </VisuallyHidden>
  );
}
