import { useMemo } from 'react';
import type { ChartData } from '../chart-data.ts';
import type { FurtherAnswers } from '../view.ts';
import { overlayMark } from './overlay-marks.tsx';
import { overlayEvents, placeEvents, placeWithin, type OverlayGroup, type Overlays } from './overlays.ts';

/** What happened on an axis that is so many pixels wide. The same width has the same answer. */
export type OverlaysAt = (width: number) => Overlays;

/** Shapes that would lie closer than this are one. */
const SHAPE = 12;
/** About what the names and the margins beside an axis take of its picture. */
const BESIDE = 80;

/** The starts of the periods of a chart; none where its categories are no periods. */
const startsOf = ({ timeUnit, categories }: ChartData): readonly number[] =>
  timeUnit ? categories.map(({ value }) => Number(value)) : [];

/** Places what happened among the periods of a chart. */
export function useOverlays(
  data: ChartData,
  further: FurtherAnswers | undefined,
  timezone: string,
): OverlaysAt {
  return useMemo(() => {
    const [events, starts] = [overlayEvents(further), startsOf(data)];
    return byWidth((apart) => marked(placeEvents(events, starts, starts.length * apart), timezone));
  }, [data, further, timezone]);
}

/** Places what happened into the whole periods of a chart, such as the days of a calendar. */
export function useOverlaysWithin(
  data: ChartData,
  further: FurtherAnswers | undefined,
  timezone: string,
): Overlays {
  return useMemo(
    () => marked(placeWithin(overlayEvents(further), startsOf(data)), timezone),
    [data, further, timezone],
  );
}

/** Places what happened from the first moment of an axis, which is place 0, to the last, which is 1. */
export function useOverlaysBetween(
  first: number | undefined,
  last: number | undefined,
  further: FurtherAnswers | undefined,
  timezone: string,
): OverlaysAt {
  return useMemo(() => {
    if (first === undefined || last === undefined || first === last)
      return byWidth(() => marked([], timezone));
    const inside = overlayEvents(further).filter(({ at }) => at <= last);
    return byWidth((apart) => marked(placeEvents(inside, [first, last], apart), timezone));
  }, [first, last, further, timezone]);
}

const marked = (groups: readonly OverlayGroup[], timezone: string): Overlays => ({
  groups,
  marks: groups.map((group) => overlayMark(group, timezone)),
});

/** Keeps what was made for the last width. `make` gets the share of the axis that a shape takes. */
function byWidth(make: (apart: number) => Overlays): OverlaysAt {
  let last: { readonly width: number; readonly overlays: Overlays } | null = null;
  return (width) => {
    if (last?.width !== width)
      last = { width, overlays: make(Math.min(1, SHAPE / Math.max(SHAPE, width - BESIDE))) };
    return last.overlays;
  };
}
