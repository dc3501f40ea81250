import { addressAt } from '@cairn/host';
import { SAVED_TYPES, type LinkSummary, type LinkType, type ListedTypeTable } from '@cairn/contracts';
import { createContext, useContext } from 'react';
import { savedTypeOf, type SavedType } from './saved-type.ts';

/** The types of a table as front-ends read them, in its order. */
export const savedTypesOf = (table: ListedTypeTable): readonly SavedType[] =>
  Object.entries(table).map(([type, definition]) => savedTypeOf(type as LinkType, definition));

/** Every type of saved thing, in the order of menus and of Search or ask. */
export const savedTypes: readonly SavedType[] = /* #__PURE__ */ savedTypesOf(SAVED_TYPES);

/** Saved queries, whose state Explore reads. */
export const savedQuery = /* #__PURE__ */ savedTypeOf('explore-v1', SAVED_TYPES['explore-v1']);

const SavedTypesContext = createContext(savedTypes);

/** Replaces the table for its children; tests plant types with it. */
export const SavedTypesProvider = SavedTypesContext.Provider;

/** The types of saved things. */
export function useSavedTypes(): readonly SavedType[] {
  return useContext(SavedTypesContext);
}

/** The type of a link; undefined for one that a newer Cairn saved. */
export function typeOf(
  link: Pick<LinkSummary, 'type'>,
  types: readonly SavedType[] = savedTypes,
): SavedType | undefined {
  return types.find(({ type }) => type === link.type);
}

/** The address at which a saved thing opens; that of the library when its type is unknown. */
export function addressOf(
  orgId: string,
  link: LinkSummary,
  types: readonly SavedType[] = savedTypes,
): string {
  return typeOf(link, types)?.address(orgId, link) ?? addressAt(orgId, 'library');
}

/** The types in the library's order: those with a place by it, then the others. */
export function inLibraryOrder(types: readonly SavedType[]): SavedType[] {
  const placeOf = ({ libraryOrder }: SavedType) => libraryOrder ?? types.length;
  return types.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const LIST_ALL = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const LIST_ANY = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The types in words, in the library's order: `boards and queries` for many, `board or query` for one. */
export function wordsOf(types: readonly SavedType[], count: 'one' | 'many'): string {
  const ordered = inLibraryOrder(types);
  return count === 'one'
    ? LIST_ANY.format(ordered.map(({ word }) => word))
    : LIST_ALL.format(ordered.map(({ plural }) => plural.toLowerCase()));
}
