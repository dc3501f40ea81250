/** The table's own entry for a typed word, so that `constructor` and `__proto__` are ordinary words. */
export function ownValue<V>(table: Readonly<Record<string, V>>, word: string): V | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
