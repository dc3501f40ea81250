import { useSearchParams } from 'react-router-dom';

/** The times that a feed may show; the first is the default (W§9). */
export const FEED_TIMES = ['T1W', 'P1D', 'P3D', 'P7D', 'L1W', 'P30D', 'T1M', 'L1M', 'P90D'] as const;
type FeedTime = (typeof FEED_TIMES)[number];

/** What the address narrows the feed to; null is any. */
export interface FeedAddress {
  readonly type: string | null;
  readonly project: string | null;
  readonly team: string | null;
  readonly when: FeedTime;
}

/** The filters of the feed, which live in the address. */
export function useFeedAddress(): readonly [FeedAddress, (part: Partial<FeedAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const address: FeedAddress = {
    type: params.get('type'),
    project: params.get('project'),
    team: params.get('team'),
    when: FEED_TIMES.find((time) => time === params.get('when')) ?? 'T1W',
  };
  const change = (part: Partial<FeedAddress>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(part)) {
          if (value === null || (name === 'when' && value === 'T1W')) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [address, change];
}
