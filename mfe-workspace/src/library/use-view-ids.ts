import type { LinkFilter } from '@cairn/contracts';
import { useEffect, useState } from 'react';

type Named = readonly LinkFilter['views'][number][];

const AS_TYPED = (names: readonly string[]): Named => names;

/** Finds views by their labels. What knows the labels is loaded with the first filter that names a view. */
export function useViewIds(names: readonly string[]): Named {
  const [idsOf, setIdsOf] = useState(() => AS_TYPED);
  const isNamed = names.length > 0;
  useEffect(() => {
    if (!isNamed) return;
    import('./view-ids.ts').then(
      ({ viewIdsOf }) => setIdsOf(() => viewIdsOf),
      // Without the labels a view is found by its id.
      () => undefined,
    );
  }, [isNamed]);
  return idsOf(names);
}
