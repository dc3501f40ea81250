import { formatDateTime } from '@cairn/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import type { ChartMark } from '../chart-mark.ts';
import type { OverlayEvent, OverlayGroup, OverlayName, Overlays } from './overlays.ts';
import styles from './overlays.module.css';

const WORDS: Readonly<Record<OverlayName, readonly [one: string, many: string]>> = {
  releases: ['release', 'releases'],
  deployments: ['deployment', 'deployments'],
  incidents: ['incident', 'incidents'],
};
/** The shape of each source above the line, so that colour is not needed to tell them apart. */
const SHAPES: Readonly<Record<OverlayName, string>> = {
  releases: 'M0,-5L5,0L0,5L-5,0Z',
  deployments: 'M0,-5L5,4L-5,4Z',
  incidents: 'M-4,-4H4V4H-4Z',
};
const MOST_NAMED = 6;

/** What the mark of a group says, and the entities that it opens. */
export function overlayMark({ source, events }: OverlayGroup, timezone: string): ChartMark {
  const [one, many] = WORDS[source];
  const title = events.length === 1 ? one : `${events.length} ${many}`;
  const shown = events.slice(0, MOST_NAMED);
  const line = ({ name, at }: OverlayEvent) => ({ name, value: formatDateTime(at, timezone) });
  return {
    id: events[0]?.uuid ?? '',
    label: `${title}: ${shown.map(({ name }) => name).join(', ')}`,
    groups: [],
    uuids: events.map(({ uuid }) => uuid),
    tip: () => ({
      title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
      lines: shown.map(line),
      ...(events.length > shown.length ? { note: `and ${events.length - shown.length} more` } : {}),
    }),
  };
}

const ROOM = 16;
/** Where the shapes stand, from the top of the picture. */
const HIGH = 8;

/** The room that the shapes take above the values of a picture. */
export const roomOf = ({ groups }: Overlays): number => (groups.length > 0 ? ROOM : 0);

interface LinesProps extends Overlays {
  /** Where a place between categories lies, in pixels. */
  readonly x: (place: number) => number;
  readonly top: number;
  readonly height: number;
}

/** Lines with a shape on top where something happened on a time axis. */
export function OverlayLines({ x, top, height, ...overlays }: LinesProps): ReactNode {
  return (
    <OverlayMarks {...overlays} line={top + height - HIGH} at={({ place }) => ({ x: x(place), y: HIGH })} />
  );
}

interface OverlayMarksProps extends Overlays {
  /** Where the shape of a group stands. */
  readonly at: (group: OverlayGroup) => { readonly x: number; readonly y: number };
  /** How far a line leads down from it; none by default. */
  readonly line?: number;
  /** The size of the shapes, where they have less room than on an axis. */
  readonly scale?: number;
}

/** A shape where something happened. Arrow keys go from one to the next. */
export function OverlayMarks({ groups, marks, at: placeOf, line, scale = 1 }: OverlayMarksProps): ReactNode {
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || !(event.target instanceof Element)) return;
    event.preventDefault();
    const at = Number(event.target.getAttribute('data-event')) + by;
    event.currentTarget.querySelector<SVGElement>(`[data-event="${at}"]`)?.focus();
  };
  if (groups.length === 0) return null;
  return (
    <g role="group" aria-label="What happened" onKeyDown={onKeyDown}>
      {groups.map((group, index) => {
        const { x, y } = placeOf(group);
        return (
          <g
            key={marks[index]?.id}
            className={styles.event}
            data-source={group.source}
            data-event={index}
            role="button"
            tabIndex={index === 0 ? 0 : -1}
            aria-label={marks[index]?.label}
            transform={`translate(${x},${y})${scale === 1 ? '' : ` scale(${scale})`}`}
          >
            {line !== undefined && <line y1={0} y2={line} />}
            <path d={SHAPES[group.source]} />
            <rect x={-7} y={-8} width={14} height={16} />
          </g>
        );
      })}
    </g>
  );
}
