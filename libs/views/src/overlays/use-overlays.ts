import { useMemo } from 'react';
import type { ChartData } from '../chart-data.ts';
import type { FurtherAnswers } from '../view.ts';
import { overlayMark } from './overlay-marks.tsx';
import { overlayEvents, placeEvents, type Overlays } from './overlays.ts';

const MOST_PLACES = 80;

/** Places what happened among the periods of a chart; none where its categories are no periods. */
export function useOverlays(
  data: ChartData,
  further: FurtherAnswers | undefined,
  timezone: string,
): Overlays {
  return useMemo(() => {
    if (!data.timeUnit) return { groups: [], marks: [] };
    const starts = data.categories.map(({ value }) => Number(value));
    const groups = placeEvents(overlayEvents(further), starts, starts.length / MOST_PLACES);
    return { groups, marks: groups.map((group) => overlayMark(group, timezone)) };
  }, [data, further, timezone]);
}
