import { useEffect, useState } from 'react';
import type { ChartMark } from './chart-mark.ts';
import type { TipEntities } from './tip-text.ts';
import type { Peek } from './view.ts';

/** Whoever only passes by asks for nothing. */
const REST_MS = 350;

interface Peeked {
  readonly mark: ChartMark;
  readonly entities: TipEntities;
}

/** The entities behind a mark that has been pointed at for a while; undefined until they are known. */
export function usePeek(mark: ChartMark | null, peek: Peek | undefined): TipEntities | undefined {
  const [peeked, setPeeked] = useState<Peeked | null>(null);
  useEffect(() => {
    if (!mark || !peek || mark.groups.length === 0) return undefined;
    const stop = new AbortController();
    const read = async () => {
      const { groups, measure } = mark;
      const entities = await peek({ groups, ...(measure === undefined ? {} : { measure }) }, stop.signal);
      if (entities && !stop.signal.aborted) setPeeked({ mark, entities });
    };
    // The tooltip says enough without them.
    const timer = setTimeout(() => void read().catch(() => undefined), REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [mark, peek]);
  return peeked && peeked.mark === mark ? peeked.entities : undefined;
}
