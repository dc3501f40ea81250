import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { DEFAULT_BRANCH, Query, type Condition } from '@cairn/query';
import type { WordList } from '@cairn/ui/viewers';
import { countOf, kindOf } from '../entity/read-entity.ts';
import { filtersAcross, relatedQuery } from '../entity/related-query.ts';

/** An attribute as a figure of a row, with words around its value where that alone says too little. */
export type RowFigure =
  | string
  | {
      readonly name: string;
      readonly before?: string;
      readonly words?: string;
      /** The words after a value of 1. */
      readonly one?: string;
    };

/** The attribute of a figure. */
export const nameOf = (figure: RowFigure): string => (typeof figure === 'string' ? figure : figure.name);

/** A list of related entities in a section: what it lists, and what each row says beside the name. */
export interface RowSpec {
  readonly title: string;
  /** The relation whose entities are listed. */
  readonly relation: string;
  /** Lists other entities than those of a relation; null for none. */
  readonly listed?: (
    entity: EntityDetail,
  ) => { readonly kind: string; readonly filters: Condition[]; readonly asOf?: 'now' } | null;
  /** A further path back to the entity, such as that of commits under the former paths of a file. */
  readonly across?: string;
  /** The attribute in the place of the name, such as the text of a comment; where it is empty the name stands. */
  readonly name?: string;
  /** A short text before the name, such as the key of an issue. */
  readonly key?: string;
  readonly badges?: readonly { readonly attribute: string; readonly of: WordList }[];
  /** A relation to one person of each row. */
  readonly person?: string;
  /** Relations to what each row is part of, such as the project of an issue; the first that leads anywhere is shown. */
  readonly within?: string | readonly string[];
  /** Paths to the person whom each row answers; the first that leads anywhere is shown. */
  readonly to?: readonly string[];
  /** Further attributes as figures. */
  readonly figures?: readonly RowFigure[];
  /** When it was. */
  readonly at?: string;
  /** The time of day stands beside the date. */
  readonly withTime?: boolean;
  readonly order?: { readonly by: string; readonly direction: 'ascending' | 'descending' };
  readonly most?: number;
  readonly filters?: readonly Condition[];
  /** What the section says without rows; without it the section is left out. */
  readonly empty?: string;
}

/** How many rows a list shows at first. */
export const MOST_ROWS = 8;

/** The kind of a row. */
export function listedKind(entity: EntityDetail, { relation, listed }: RowSpec): string {
  return listed?.(entity)?.kind ?? CATALOGUE.relation(kindOf(entity), relation)?.target ?? '';
}

/** The relations of a list to what its rows are part of. */
export const placesOf = (within: RowSpec['within']): readonly string[] =>
  typeof within === 'string' ? [within] : (within ?? []);

/** The columns that a list reads of its rows, all of the catalogue. */
export function columnsOf(spec: Omit<RowSpec, 'title' | 'relation'>, kind: string): string[] {
  const { name = 'name', key, badges = [], person, within, to = [], figures = [], at } = spec;
  const named = [name, 'name', key, at, ...badges.map(({ attribute }) => attribute), ...figures.map(nameOf)];
  const categories = badges
    .map(({ attribute }) => `${attribute}Category`)
    .filter((each) => CATALOGUE.attribute(kind, each));
  const type = CATALOGUE.attribute(kind, 'issueType') ? 'issueType' : undefined;
  const own = [...named, ...categories, type].filter((each): each is string => each !== undefined);
  const related = [person, ...placesOf(within), ...to].flatMap((relation) =>
    relation ? [`${relation}.uuid`, `${relation}.name`] : [],
  );
  return [...new Set(own), ...related];
}

/** The query for the rows of an entity; null where nothing is related, or nothing can be asked. */
export function rowsQueryOf(
  entity: EntityDetail,
  spec: RowSpec,
  timezone: string,
  onDefaultBranch = false,
): Query | null {
  const { relation, listed, order, filters = [], most = MOST_ROWS, at } = spec;
  const kind = listedKind(entity, spec);
  const sort = order ?? (at ? { by: at, direction: 'descending' as const } : undefined);
  const more = {
    columns: columnsOf(spec, kind),
    order: sort ? [{ by: `${kind}.${sort.by}`, direction: sort.direction }] : [],
    timezone,
    page: 1,
    pageSize: most,
  };
  const other = listed?.(entity);
  if (listed)
    return other
      ? Query.parse({
          select: [other.kind],
          filters: [...other.filters, ...filters],
          ...(other.asOf ? { asOf: other.asOf } : {}),
          ...more,
        })
      : null;
  // A relation that no source of the org fills is not in the answer.
  if ((countOf(entity, relation) ?? 0) === 0) return null;
  const query = relatedQuery(kindOf(entity), relation, entity.uuid, more);
  const lens = onDefaultBranch && kind === 'Commit' ? [DEFAULT_BRANCH] : [];
  return query && { ...query, filters: [...filtersAcross(query.filters, spec.across), ...filters, ...lens] };
}
