export type TabId = 'overview' | 'work' | 'change-set' | 'history' | 'properties' | 'system';

const BY_KIND: Readonly<Record<string, readonly TabId[]>> = {
  Commit: ['overview', 'work', 'change-set', 'history'],
  Person: ['overview', 'work'],
  Repository: ['overview', 'history', 'work'],
  Branch: ['overview', 'work', 'history'],
  Release: ['overview', 'history', 'work'],
  SourceFile: ['overview', 'work', 'history'],
};
const GENERIC: readonly TabId[] = ['overview', 'work', 'history'];
/** What every page has (E§2). */
const AUTOMATIC: readonly TabId[] = ['properties', 'system'];

/** The tabs of a kind, in the order of E§2. */
export function tabsOf(kind: string): readonly TabId[] {
  return [...(BY_KIND[kind] ?? GENERIC), ...AUTOMATIC];
}
