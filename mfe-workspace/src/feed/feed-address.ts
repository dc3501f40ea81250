import type { DateRange } from '@cairn/ui';
import { useSearchParams } from 'react-router-dom';

/** The times that a feed offers; the first is the default (W§9). */
export const FEED_TIMES = ['T1W', 'P1D', 'P3D', 'P7D', 'L1W', 'P30D', 'T1M', 'L1M', 'P90D'] as const;
const THIS_WEEK: DateRange = { duration: FEED_TIMES[0] };

/** What the address narrows the feed to; null is any. */
export interface FeedAddress {
  readonly type: string | null;
  readonly project: string | null;
  readonly team: string | null;
  readonly when: DateRange;
}

/** The time that an address names: one of those offered, else days of one's own, else this week. */
function whenOf(params: URLSearchParams): DateRange {
  const duration = FEED_TIMES.find((time) => time === params.get('when'));
  if (duration) return { duration };
  const [startDate, endDate] = [params.get('from') ?? '', params.get('to') ?? ''];
  return Date.parse(startDate) <= Date.parse(endDate) ? { startDate, endDate } : THIS_WEEK;
}

function whenParams(when: DateRange): Record<'when' | 'from' | 'to', string | null> {
  if (!('duration' in when)) return { when: null, from: when.startDate, to: when.endDate };
  return { when: when.duration === FEED_TIMES[0] ? null : when.duration, from: null, to: null };
}

/** The filters of the feed, which live in the address. */
export function useFeedAddress(): readonly [FeedAddress, (part: Partial<FeedAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const address: FeedAddress = {
    type: params.get('type'),
    project: params.get('project'),
    team: params.get('team'),
    when: whenOf(params),
  };
  const change = ({ when, ...part }: Partial<FeedAddress>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries({ ...part, ...(when && whenParams(when)) })) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [address, change];
}
