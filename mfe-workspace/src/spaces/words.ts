/** Whether a text has every word of a filter, in any order and case (W§2.8). */
export function hasWords(text: string, filter: string): boolean {
  const lower = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
