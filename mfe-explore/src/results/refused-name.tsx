import type { Query } from '@cairn/query';
import { lazyComponent } from '@cairn/ui';
import { Suspense, type ReactNode } from 'react';

/** Loaded where a name is unknown, which is rare. */
const Panel = lazyComponent(async () => (await import('./unknown-name-panel.tsx')).UnknownNamePanel);

/** What replaces the error of a query that says an unknown name; null for any other error. */
export function refusedName(query: Query, onQuery?: (query: Query) => void): (error: Error) => ReactNode {
  return function words(error) {
    if (!('code' in error) || error.code !== 'unknown_attribute') return null;
    return (
      <Suspense>
        <Panel query={query} error={error} onQuery={onQuery} />
      </Suspense>
    );
  };
}
