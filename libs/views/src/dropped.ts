import { STANDARD_VIEWS, type View } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { shapeOf } from './view.ts';
import { resolveView, viewMeant, VIEWS, type ViewList } from './views.ts';

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** What of a stored view is not drawn as it was stored, in sentences; nothing where all of it is. */
export function droppedFrom(stored: View, query: Query, views: ViewList = VIEWS): string[] {
  if (stored.value === STANDARD_VIEWS.automatic) return [];
  const meant = viewMeant(stored, views);
  const { view, config } = resolveView(stored, query, views);
  if (!meant)
    return [`The view was stored as “${stored.value}”, which is not known. ${view.label} is drawn.`];
  const fit = meant.fits(shapeOf(query));
  if (view !== meant && !fit.ok) return [`${fit.reason}. ${view.label} is drawn instead of ${meant.label}.`];
  const changed = view.settings.filter(
    ({ key }) => key in stored.config && !isSame(stored.config[key], config[key]),
  );
  const labels = [...new Set(changed.map(({ label }) => label))];
  return [
    ...(labels.length > 0 ? [`Not as it was stored: ${labels.join(', ')}.`] : []),
    ...(view.misses?.(config, query) ?? []),
  ];
}
