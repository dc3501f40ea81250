const MOST = 9;
const IGNORED = new Set(['at', 'by', 'of', 'to']);

/** The words that several names begin with or hold, the most frequent first: to filter by them (X§2). */
export function repeatedWords(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
    for (const word of words) if (word && !IGNORED.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([one, ones], [other, others]) => others - ones || one.localeCompare(other))
    .slice(0, MOST)
    .map(([word]) => word);
}

/** True when a text is long enough to look for teams by it (W§5): two words, or a first one of two letters. */
export function looksForTeams(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return text.trim().length >= 2 && (words.length > 1 || (words[0] ?? '').length > 1);
}
