import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import type { Peek } from '@cairn/views';
import { useCallback } from 'react';

/** The kinds whose entities are open or closed. */
const HAVE_STATES: ReadonlySet<string> = new Set(['PullRequest', 'Issue']);

/** Reads the first entities behind a mark of an answer, with their states; undefined where they have none. */
export function usePeek(query: Query | undefined): Peek | undefined {
  const { org, timezone } = useHost();
  const [kind] = query?.select ?? [];
  const peek = useCallback<Peek>(
    async (selection, signal) => {
      if (!query || kind === undefined) return null;
      const { readEntities } = await import('./read-entities.ts');
      return readEntities({ orgId: org.id, query, kind, timezone }, selection, signal);
    },
    [query, kind, org.id, timezone],
  );
  return kind !== undefined && HAVE_STATES.has(kind) ? peek : undefined;
}
