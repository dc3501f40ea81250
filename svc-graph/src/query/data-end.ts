import { readWholeExtent } from './data-bounds.ts';
import { kindOf, scanOf, BASE } from './plan/scope.ts';
import type { QueryScope } from './plan/scope.ts';
import type { ReadContext } from './read-graph.ts';

/** The longest that an org is taken to have been quiet; after that its data ended before the period did. */
export const QUIET_MS = 7 * 86_400_000;

/** Where the data of the org ends, when that is well before the end of a window; null where it reaches it, or without any. */
export async function readDataEnd(scope: QueryScope, context: ReadContext): Promise<number | null> {
  const until = Math.min(scope.window.end ?? scope.now, scope.now);
  const kind = kindOf(scope.catalogue, 'Event');
  const { compared: _compared, extent: _extent, asOf: _asOf, ...own } = scope;
  const window = { start: null, end: until };
  const events: QueryScope = { ...own, kind, base: scanOf(kind, BASE), window };
  const extent = await readWholeExtent(events, context);
  return extent && until - extent.end > QUIET_MS ? extent.end : null;
}
