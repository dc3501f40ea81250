import type { ChartMark, Size } from './chart-mark.ts';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { Tip, type TipPlace } from './tip.tsx';
import { usePeek } from './use-peek.ts';
import type { Peek, Selection } from './view.ts';
import styles from './chart.module.css';

export type { ChartMark } from './chart-mark.ts';

export type Way = 'across' | 'down';

interface MarkProps {
  /** Of very many marks only the one in focus has a role and a name; arrow keys lead to the others. */
  readonly tabIndex?: number;
  readonly role?: 'button' | 'img';
  readonly 'aria-label'?: string;
  readonly 'data-mark': number;
  readonly className: string | undefined;
}
export type MarkOf = (index: number) => MarkProps;

export interface ChartProps {
  readonly label: string;
  readonly marks: readonly ChartMark[];
  /** Marks for the room between the marks, by the `data-column` under the pointer. */
  readonly columns?: readonly ChartMark[];
  /** The column of a mark. Of very many marks only those of the columns in use are there to point at. */
  readonly columnOf?: (mark: number) => number;
  /** Marks for what happened on a time axis, by the `data-event` under the pointer. */
  readonly events?: readonly ChartMark[] | ((size: Size) => readonly ChartMark[]);
  /** The mark that up and down lead to, and left and right where they do not go by one. */
  readonly neighbour?: (index: number, by: 1 | -1, way: Way) => number;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
  /** Reads the entities behind a mark, for the tooltip of one that is pointed at for a while. */
  readonly peek?: Peek | undefined;
  readonly children: (size: Size, markOf: MarkOf, isThere: (mark: number) => boolean) => ReactNode;
  /** Drawn above the picture: a legend, which may depend on the room that the picture has. */
  readonly head?: ReactNode | ((size: Size) => ReactNode);
  /** The cuts in words, shown beneath the picture. */
  readonly cuts?: readonly string[];
  readonly scroll?: boolean;
}

/** Gives a picture its size, its name, one Tab stop with arrows between marks, and a tooltip with the exact value. */
export function Chart(props: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { size, isSettled } = useRoom(frame);
  const { events } = props;
  const shownEvents = typeof events === 'function' ? size && events(size) : events;
  const { markOf, isThere, tip, shown, handlers } = useMarks(frame, { ...props, events: shownEvents ?? [] });
  const entities = usePeek(shown, props.peek);
  return (
    <figure className={styles.chart} data-chart role="group" aria-label={props.label}>
      {typeof props.head === 'function' ? size && props.head(size) : props.head}
      {/* The marks inside are the buttons; the frame only handles their events. */}
      <div
        className={styles.frame}
        data-scroll={props.scroll || undefined}
        data-chosen={props.onSelect ? true : undefined}
        ref={frame}
        role="presentation"
        {...handlers}
      >
        {size && isSettled && props.children(size, markOf, isThere)}
        {tip && size && <Tip {...tip} entities={entities} size={size} />}
      </div>
      {props.cuts && props.cuts.length > 0 && <p className={styles.cuts}>{sentence(props.cuts)}</p>}
    </figure>
  );
}

interface Room {
  readonly size: Size | null;
  /** Whether the head has taken its room. */
  readonly isSettled: boolean;
}

/** The room of a picture, read again once the head has taken its own, so that a large picture is drawn once. */
function useRoom(frame: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ size: null, isSettled: false });
  useLayoutEffect(
    () =>
      observed(frame.current, (size) =>
        setRoom((last) => (isSame(last.size, size) ? last : { ...last, size })),
      ),
    [frame],
  );
  useLayoutEffect(() => {
    if (!room.size || room.isSettled) return undefined;
    return observed(frame.current, (size) => setRoom({ size, isSettled: true }));
  }, [frame, room]);
  return room.size && room.size.width > 0 ? room : { size: null, isSettled: false };
}

/** Parts of a sentence, joined. */
export function sentence(parts: readonly string[]): string {
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: clientWidth,
  height: clientHeight,
});
const isSame = (one: Size | null, other: Size) => one?.width === other.width && one.height === other.height;

/** Tells the size of an element now and whenever it changes; the result stops it. */
function observed(element: HTMLElement | null, tell: (size: Size) => void): (() => void) | undefined {
  if (!element) return undefined;
  const read = () => tell(sizeOf(element));
  read();
  const observer = new ResizeObserver(read);
  observer.observe(element);
  return () => observer.disconnect();
}

/** The size of an element, once it has one. */
export function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(
    () => observed(ref.current, (next) => setSize((last) => (isSame(last, next) ? last : next))),
    [ref],
  );
  return size && size.width > 0 ? size : null;
}

/** A chart with the events of its size. */
type MarksProps = ChartProps & { readonly events: readonly ChartMark[] };

/** The mark, or else the column between the marks, that an element of a picture stands for. */
function targetOf(
  target: EventTarget,
  { marks, columns, events }: Pick<MarksProps, 'marks' | 'columns' | 'events'>,
) {
  const element =
    target instanceof Element ? target.closest('[data-mark], [data-column], [data-event]') : null;
  if (!element) return null;
  const numberOf = (name: string) => {
    const text = element.getAttribute(name);
    return text === null ? null : Number(text);
  };
  const [index, column, event] = [numberOf('data-mark'), numberOf('data-column'), numberOf('data-event')];
  const meant = index !== null ? marks[index] : event !== null ? events[event] : columns?.[column ?? -1];
  return meant ? { element, index, meant } : null;
}

/** More elements than this take longer than the picture itself. */
const MANY = 1_200;

function useMarks(frame: RefObject<HTMLDivElement | null>, props: MarksProps) {
  const { marks, onSelect, columnOf } = props;
  const [near, setNear] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [tip, setTip] = useState<TipPlace | null>(null);
  const [shown, setShown] = useState<ChartMark | null>(null);
  const showAt = useCallback(
    (mark: ChartMark, left: number, top: number) => {
      const around = frame.current?.getBoundingClientRect();
      if (!around) return;
      const y = Math.max(0, top - around.top) + (frame.current?.scrollTop ?? 0);
      setTip({ text: mark.tip(), x: left - around.left, y });
      setShown(mark);
    },
    [frame],
  );
  const move = (index: number) => {
    const next = Math.max(0, Math.min(marks.length - 1, index));
    flushSync(() => setActive(next));
    frame.current?.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus();
  };
  const hide = () => {
    setTip(null);
    setShown(null);
  };
  const isMany = marks.length > MANY;
  const inUse = isMany && columnOf ? new Set([near, columnOf(active)]) : null;
  const isThere = (mark: number) => inUse === null || inUse.has(columnOf?.(mark) ?? null);
  const handlers = handlersOf(props, { setActive, setNear, showAt, hide, move });
  const focused = Math.min(active, marks.length - 1);
  const markOf: MarkOf = (index) => {
    const plain = { 'data-mark': index, className: styles.mark };
    if (isMany && index !== focused) return plain;
    const tabIndex = index === focused ? 0 : -1;
    return { ...plain, role: onSelect ? 'button' : 'img', tabIndex, 'aria-label': marks[index]?.label ?? '' };
  };
  return { markOf, isThere, tip, shown, handlers };
}

interface MarkActions {
  readonly setActive: (mark: number) => void;
  readonly setNear: (column: number) => void;
  readonly showAt: (mark: ChartMark, left: number, top: number) => void;
  readonly hide: () => void;
  readonly move: (mark: number) => void;
}

/** The handlers of a frame for events of the marks inside it. */
function handlersOf(props: MarksProps, { setActive, setNear, showAt, hide, move }: MarkActions) {
  const choose = (event: MouseEvent | KeyboardEvent) => {
    const found = targetOf(event.target, props);
    if (!found || !props.onSelect) return;
    const box = found.element.getBoundingClientRect();
    const isPointed = 'clientX' in event && event.detail > 0;
    const anchor = isPointed
      ? { x: event.clientX, y: event.clientY }
      : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const { groups, measure, uuids } = found.meant;
    const [uuid] = uuids ?? [];
    const entity = uuid === undefined ? {} : { uuid, siblings: uuids ?? [] };
    const mark = found.index === null ? {} : { mark: found.index };
    props.onSelect({ groups, anchor, ...mark, ...entity, ...(measure === undefined ? {} : { measure }) });
  };
  return {
    onFocus: ({ target }: FocusEvent) => {
      const found = targetOf(target, props);
      if (!found) return;
      if (found.index !== null) setActive(found.index);
      const box = found.element.getBoundingClientRect();
      showAt(found.meant, box.left + box.width / 2, box.top);
    },
    onBlur: () => hide(),
    onPointerMove: (event: PointerEvent) => {
      const found = targetOf(event.target, props);
      const column = found?.element.getAttribute('data-column') ?? null;
      if (column !== null) setNear(Number(column));
      if (found) showAt(found.meant, event.clientX, event.clientY);
      else hide();
    },
    onPointerLeave: () => hide(),
    onClick: choose,
    onKeyDown: (event: KeyboardEvent) => {
      const found = targetOf(event.target, props);
      if (!found) return;
      const to = found.index === null ? null : markAfter(event.key, found.index, props);
      if (event.key === 'Enter' || event.key === ' ') choose(event);
      else if (event.key === 'Escape') hide();
      else if (to === null) return;
      else move(to);
      event.preventDefault();
    },
  };
}

const ARROWS: ReadonlyMap<string, readonly [by: 1 | -1, way: Way]> = new Map([
  ['ArrowRight', [1, 'across']],
  ['ArrowLeft', [-1, 'across']],
  ['ArrowDown', [1, 'down']],
  ['ArrowUp', [-1, 'down']],
]);

function markAfter(key: string, index: number, { marks, neighbour }: ChartProps): number | null {
  const arrow = ARROWS.get(key);
  if (arrow) return neighbour?.(index, ...arrow) ?? index + arrow[0];
  if (key === 'Home') return 0;
  return key === 'End' ? marks.length - 1 : null;
}
