import type { BoardState, Card } from '@cairn/contracts';
import type { DateRange } from '@cairn/ui';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { GridLayout, useContainerWidth, type Layout } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { CardFrame, cardName } from './card-frame.tsx';
import { columnsOf, MIN_SIZE, readingOrder, type BoardEdit, type Place } from './edits.ts';

export const ONE_COLUMN_BELOW = 700;

const MOVES: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What an arrow key does to the focused card: it moves it, with Shift it resizes it. */
export function keyEdit(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'metaKey' | 'ctrlKey' | 'altKey'>,
  id: string,
): BoardEdit | null {
  const way = MOVES[event.key];
  if (!way || event.metaKey || event.ctrlKey || event.altKey) return null;
  const [dx, dy] = way;
  return event.shiftKey ? { type: 'resize', id, dw: dx, dh: dy } : { type: 'move', id, dx, dy };
}

interface CanvasProps {
  state: BoardState;
  range: DateRange | null;
  unlocked: boolean;
  /** The card that was just added, which gets the focus so that the arrow keys place it. */
  fresh?: string | null;
  onEdit: (edit: BoardEdit) => void;
  onEditCard: (id: string) => void;
  onRemoveCard: (id: string) => void;
}

/** The cards of a board on its grid; one column when there is no room for more. */
export function Canvas(props: CanvasProps): ReactNode {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const { fresh } = props;
  useEffect(() => {
    if (fresh && mounted) containerRef.current?.querySelector<HTMLElement>('[data-fresh]')?.focus();
  }, [fresh, mounted, containerRef]);
  return (
    <div ref={containerRef} className="ws-canvas" data-theme={props.state.extras.colorTheme}>
      {mounted && (width < ONE_COLUMN_BELOW ? <OneColumn {...props} /> : <Grid {...props} width={width} />)}
    </div>
  );
}

function frameOf(props: CanvasProps, id: string, card: Card, unlocked: boolean): ReactNode {
  return (
    <CardFrame
      card={card}
      range={props.range}
      unlocked={unlocked}
      onEdit={() => props.onEditCard(id)}
      onRemove={() => props.onRemoveCard(id)}
      onChange={(next) => props.onEdit({ type: 'card', id, card: next })}
    />
  );
}

function OneColumn(props: CanvasProps): ReactNode {
  const { layout, data, extras } = props.state;
  return (
    <div className="cn-stack" style={{ gap: extras.spacing }}>
      {readingOrder(layout).map(({ i, h }) => {
        const card = data[i];
        return (
          card && (
            <div key={i} style={{ height: h * extras.rowHeight + (h - 1) * extras.spacing }}>
              {frameOf(props, i, card, props.unlocked)}
            </div>
          )
        );
      })}
    </div>
  );
}

const withLimits = (place: Place, columns: number) => ({
  ...place,
  minW: Math.min(MIN_SIZE.w, columns),
  minH: MIN_SIZE.h,
});

function Grid(props: CanvasProps & { width: number }): ReactNode {
  const { state, unlocked, onEdit, width } = props;
  const { layout, data, extras } = state;
  const [said, setSaid] = useState('');
  const columns = columnsOf(extras);
  const arrange = (next: Layout) =>
    onEdit({ type: 'arrange', layout: next.map(({ i, x, y, w, h }) => ({ i, x, y, w, h })) });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string, card: Card) => {
    if (!unlocked || event.target !== event.currentTarget) return;
    const edit = keyEdit(event, id);
    if (!edit) return;
    event.preventDefault();
    onEdit(edit);
    setSaid(`${edit.type === 'move' ? 'Moved' : 'Resized'} ${cardName(card)}`);
  };
  return (
    <>
      {/* A drag would add a style element, which the page's policy refuses; it adds none when its id is taken. */}
      <span id="react-draggable-style-el" hidden />
      <GridLayout
        width={width}
        layout={layout.map((place) => withLimits(place, columns))}
        gridConfig={{
          cols: columns,
          rowHeight: extras.rowHeight || 48,
          margin: [extras.spacing, extras.spacing],
          containerPadding: [0, 0],
        }}
        dragConfig={{ enabled: unlocked, handle: '.ws-card__grip', cancel: 'button' }}
        resizeConfig={{ enabled: unlocked, handles: ['se'] }}
        onDragStop={arrange}
        onResizeStop={arrange}
      >
        {readingOrder(layout).map((place) => {
          const card = data[place.i];
          return (
            <div
              key={place.i}
              className="ws-place"
              data-fresh={place.i === props.fresh || undefined}
              {...(unlocked
                ? {
                    tabIndex: 0,
                    role: 'group',
                    'aria-roledescription': 'movable card',
                    'aria-label': card ? placeWords(card, place) : '',
                    'aria-describedby': 'ws-canvas-keys',
                  }
                : {})}
              onKeyDown={(event) => card && onKeyDown(event, place.i, card)}
            >
              {card && frameOf(props, place.i, card, unlocked)}
            </div>
          );
        })}
      </GridLayout>
      <p id="ws-canvas-keys" className="cn-hidden">
        Arrow keys move the card, Shift with arrow keys resizes it.
      </p>
      <Announcement said={said} layout={layout} data={data} />
    </>
  );
}

function placeWords(card: Card, { x, y, w, h }: Place): string {
  return `${cardName(card)}, column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`;
}

/** Says where the card that was moved is now, once the board has settled. */
function Announcement({
  said,
  layout,
  data,
}: {
  said: string;
  layout: readonly Place[];
  data: BoardState['data'];
}): ReactNode {
  const place = layout.find(({ i }) => data[i] && said.endsWith(cardName(data[i])));
  return (
    <p className="cn-hidden" role="status">
      {said && place
        ? `${said} to column ${place.x + 1}, row ${place.y + 1}, ${place.w} wide, ${place.h} high`
        : ''}
    </p>
  );
}
