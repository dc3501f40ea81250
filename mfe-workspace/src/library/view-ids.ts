import type { DrawnWith, LinkFilter } from '@cairn/contracts';
import { VIEWS, type ViewDefinition } from '@cairn/views';

const folded = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '');

type Labelled = Pick<ViewDefinition, 'id' | 'label' | 'aliases' | 'choices'>;
type Config = Readonly<Record<string, unknown>>;

/** A view with the words and flags of a config. */
function drawnWith(value: string, config: Config): DrawnWith {
  const settings = Object.entries(config).filter(
    (each): each is [string, boolean | string] => typeof each[1] === 'boolean' || typeof each[1] === 'string',
  );
  return { value, config: Object.fromEntries(settings) };
}

/** The names of views as typed, with the views and the choices whose label begins with one: `tree` is nestedTable too. */
export function viewIdsOf(
  names: readonly string[],
  views: readonly Labelled[] = VIEWS,
): LinkFilter['views'][number][] {
  const wanted = names.map(folded).filter(Boolean);
  const isMeant = ({ label }: { readonly label: string }) =>
    wanted.some((name) => folded(label).startsWith(name));
  const meant = views.filter(isMeant);
  const aliases = meant.flatMap((view) => view.aliases);
  const ids = [...meant, ...aliases.filter(({ when }) => when === undefined)].map(({ id }) => id);
  // An alias under a condition is the id of another view.
  const conditioned = aliases.flatMap(({ id, when }) => (when === undefined ? [] : [drawnWith(id, when)]));
  const choices = views
    .filter((view) => !meant.includes(view))
    .flatMap((view) => view.choices.filter(isMeant).map(({ config }) => drawnWith(view.id, config)));
  return [...new Set([...names, ...ids]), ...conditioned, ...choices];
}
