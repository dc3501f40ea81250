import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseSort, sortText, type LibrarySort } from './sort.ts';

/** How long a text stands still before the library is filtered (W§9). */
export const LIBRARY_APPLY_MS = 500;
/** After what pause the address follows (W§9). */
export const LIBRARY_ADDRESS_MS = 300;

/** The text of a filter as typed, as applied, and as written into the address, each a moment after the other. */
function useTypedFilter(inAddress: string, writeAddress: (filter: string) => void) {
  const [typed, setTyped] = useState(inAddress);
  const [applied, setApplied] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    // Back, forward or a link changed the address: it wins over what was typed. What was typed since the last
    // write of its own is newer.
    if (inAddress !== written) {
      setWritten(inAddress);
      setTyped(inAddress);
      setApplied(inAddress);
    }
  }
  const write = useEffectEvent((filter: string) => {
    setWritten(filter);
    writeAddress(filter);
  });
  useEffect(() => {
    const timer = setTimeout(() => setApplied(typed), LIBRARY_APPLY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (applied === inAddress) return undefined;
    const timer = setTimeout(() => write(applied), LIBRARY_ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [applied, inAddress]);
  const apply = (filter: string) => {
    setTyped(filter);
    setApplied(filter);
  };
  return { typed, setTyped, applied, apply };
}

/** The filter as typed, as applied, the sort and the page; all live in the address (W§5, W§9). */
export function useLibraryAddress() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('filter') ?? '';
  const filter = useTypedFilter(inAddress, (text) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (text) next.set('filter', text);
        else next.delete('filter');
        next.delete('page');
        return next;
      },
      { replace: true },
    ),
  );
  const sort = parseSort(params.get('sort'));
  const setSort = (next: LibrarySort) =>
    setParams((now) => {
      const changed = new URLSearchParams(now);
      const text = sortText(next);
      if (text) changed.set('sort', text);
      else changed.delete('sort');
      changed.delete('page');
      return changed;
    });
  const page = Math.max(1, Math.min(20_000, Math.trunc(Number(params.get('page') ?? 1)) || 1));
  const setPage = (next: number) =>
    setParams((now) => {
      const changed = new URLSearchParams(now);
      if (next > 1) changed.set('page', String(next));
      else changed.delete('page');
      return changed;
    });
  return { ...filter, sort, setSort, page: filter.applied === inAddress ? page : 1, setPage };
}
