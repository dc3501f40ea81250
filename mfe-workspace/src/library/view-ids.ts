import { VIEWS, type ViewDefinition } from '@cairn/views';

const folded = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');

/** The names of views as typed, with the ids of the views whose label begins with one: `tree` is nestedTable too. */
export function viewIdsOf(
  names: readonly string[],
  views: readonly Pick<ViewDefinition, 'id' | 'label' | 'aliases'>[] = VIEWS,
): string[] {
  const wanted = names.map(folded).filter(Boolean);
  const meant = views.filter(({ label }) => wanted.some((name) => folded(label).startsWith(name)));
  // An alias that holds under a condition is the id of another view.
  const aliases = meant.flatMap((view) => (view.aliases ?? []).filter((each) => !('when' in each)));
  return [...new Set([...names, ...[...meant, ...aliases].map(({ id }) => id)])];
}
