import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode, FocusEvent, MouseEvent } from 'react';
import type { Selection } from './view.ts';
import styles from './chart.module.css';

/** A thing that was drawn for a value: it can be pointed at, focused and chosen. */
export interface ChartMark {
  readonly id: string;
  /** The whole of it in words. */
  readonly label: string;
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly value: string; readonly color?: string }[];
  readonly note?: string;
  readonly groups: Selection['groups'];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

type MarkProps = {
  readonly tabIndex: number;
  readonly role: 'button' | 'img';
  readonly 'aria-label': string;
  readonly 'data-mark': number;
  readonly className: string | undefined;
  onFocus(event: FocusEvent<SVGElement>): void;
  onBlur(): void;
  onPointerEnter(event: PointerEvent<SVGElement>): void;
  onPointerLeave(): void;
  onClick(event: MouseEvent<SVGElement>): void;
  onKeyDown(event: KeyboardEvent<SVGElement>): void;
};
export type MarkOf = (index: number) => MarkProps;

export interface ChartProps {
  readonly label: string;
  readonly marks: readonly ChartMark[];
  /** How far up and down go; left and right go by one. */
  readonly stride?: number;
  readonly onSelect?: ((selection: Selection) => void) | undefined;
  readonly children: (size: Size, markOf: MarkOf) => ReactNode;
  /** Drawn above the picture: a legend, which may depend on the room that the picture has. */
  readonly head?: ReactNode | ((size: Size) => ReactNode);
  /** Said under the picture: what was cut. */
  readonly cuts?: readonly string[];
  readonly scroll?: boolean;
}

/** Gives a picture its size, its name, one Tab stop with arrows between marks, and a tooltip with the exact value. */
export function Chart(props: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { markOf, tip } = useMarks(frame, props);
  return (
    <figure className={styles.chart} data-chart role="group" aria-label={props.label}>
      {typeof props.head === 'function' ? size && props.head(size) : props.head}
      <div className={styles.frame} data-scroll={props.scroll || undefined} ref={frame}>
        {size && props.children(size, markOf)}
        {tip && size && <Tip {...tip} size={size} />}
      </div>
      {props.cuts && props.cuts.length > 0 && <p className={styles.cuts}>{sentence(props.cuts)}</p>}
    </figure>
  );
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function useSize(ref: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const read = () => {
      const next = { width: element.clientWidth, height: element.clientHeight };
      setSize((last) => (last && last.width === next.width && last.height === next.height ? last : next));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size && size.width > 0 ? size : null;
}

interface TipPlace {
  readonly mark: ChartMark;
  readonly x: number;
  readonly y: number;
}

function useMarks(frame: React.RefObject<HTMLDivElement | null>, props: ChartProps) {
  const { marks, stride = 1, onSelect } = props;
  const [active, setActive] = useState(0);
  const [tip, setTip] = useState<TipPlace | null>(null);
  const show = useCallback(
    (index: number, element: Element) => {
      const [mark, around] = [marks[index], frame.current?.getBoundingClientRect()];
      if (!mark || !around) return;
      const box = element.getBoundingClientRect();
      const x = box.left - around.left + box.width / 2;
      setTip({ mark, x, y: Math.max(0, box.top - around.top) + (frame.current?.scrollTop ?? 0) });
    },
    [frame, marks],
  );
  const choose = (index: number, element: Element) => {
    const mark = marks[index];
    if (!mark || !onSelect) return;
    const box = element.getBoundingClientRect();
    onSelect({ groups: mark.groups, anchor: { x: box.left + box.width / 2, y: box.top + box.height / 2 } });
  };
  const move = (index: number) => {
    const next = Math.max(0, Math.min(marks.length - 1, index));
    setActive(next);
    frame.current?.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus();
  };
  const markOf: MarkOf = (index) => ({
    role: onSelect ? 'button' : 'img',
    tabIndex: index === Math.min(active, marks.length - 1) ? 0 : -1,
    'aria-label': marks[index]?.label ?? '',
    'data-mark': index,
    className: styles.mark,
    onFocus: (event) => {
      setActive(index);
      show(index, event.currentTarget);
    },
    onBlur: () => setTip(null),
    onPointerEnter: (event) => show(index, event.currentTarget),
    onPointerLeave: () => setTip(null),
    onClick: (event) => choose(index, event.currentTarget),
    onKeyDown: (event) => {
      const to = target(event.key, index, stride, marks.length);
      if (event.key === 'Enter' || event.key === ' ') choose(index, event.currentTarget);
      else if (event.key === 'Escape') setTip(null);
      else if (to === null) return;
      else move(to);
      event.preventDefault();
    },
  });
  return { markOf, tip };
}

function target(key: string, index: number, stride: number, count: number): number | null {
  if (key === 'ArrowRight') return index + 1;
  if (key === 'ArrowLeft') return index - 1;
  if (key === 'ArrowDown') return index + stride;
  if (key === 'ArrowUp') return index - stride;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function Tip({ mark, x, y, size }: TipPlace & { size: Size }): ReactNode {
  const edge = x < 120 ? 'start' : x > size.width - 120 ? 'end' : 'middle';
  const side = y < 90 ? 'below' : 'above';
  return (
    <div
      className={styles.tip}
      data-tip
      data-edge={edge}
      data-side={side}
      style={{ left: x, top: y }}
      aria-hidden
    >
      <strong>{mark.title}</strong>
      {mark.lines.map(({ name, value, color }) => (
        <div key={name} className={styles.line}>
          {color && <i style={{ background: color }} />}
          <span>{name}</span>
          <b>{value}</b>
        </div>
      ))}
      {mark.note && <em>{mark.note}</em>}
    </div>
  );
}
