import { useMemo } from 'react';
import type { ChartData } from '../chart-data.ts';
import type { FurtherAnswers } from '../view.ts';
import { overlayMark } from './overlay-marks.tsx';
import { overlayEvents, placeEvents, placeWithin, type OverlayGroup, type Overlays } from './overlays.ts';

/** The most marks of a source that stand apart on an axis. */
const MOST_PLACES = 80;

/** The starts of the periods of a chart; none where its categories are no periods. */
const startsOf = ({ timeUnit, categories }: ChartData): readonly number[] =>
  timeUnit ? categories.map(({ value }) => Number(value)) : [];

/** Places what happened among the periods of a chart. */
export function useOverlays(
  data: ChartData,
  further: FurtherAnswers | undefined,
  timezone: string,
): Overlays {
  return useMemo(() => {
    const starts = startsOf(data);
    return marked(placeEvents(overlayEvents(further), starts, starts.length / MOST_PLACES), timezone);
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
): Overlays {
  return useMemo(() => {
    if (first === undefined || last === undefined || first === last) return marked([], timezone);
    const inside = overlayEvents(further).filter(({ at }) => at <= last);
    return marked(placeEvents(inside, [first, last], 1 / MOST_PLACES), timezone);
  }, [first, last, further, timezone]);
}

const marked = (groups: readonly OverlayGroup[], timezone: string): Overlays => ({
  groups,
  marks: groups.map((group) => overlayMark(group, timezone)),
});
