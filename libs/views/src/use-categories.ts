import { useEffect } from 'react';

/** Tells the page which categories a picture colours. */
export function useCategories(
  keys: readonly string[],
  onCategories: ((keys: readonly string[]) => void) | undefined,
): void {
  const said = JSON.stringify(keys);
  useEffect(() => {
    onCategories?.(JSON.parse(said) as string[]);
  }, [said, onCategories]);
}
