/** A table's entry for a word that a person typed: `constructor` and `__proto__` are words like any other. */
export function ownValue<V>(table: Readonly<Record<string, V>>, word: string): V | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
