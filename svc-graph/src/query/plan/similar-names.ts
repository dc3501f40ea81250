const MOST = 3;

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The valid names most similar to the written one, best first; none when nothing is similar. */
export function similarNames(written: string, valid: Iterable<string>): string[] {
  const wanted = written.slice(0, 100).toLowerCase();
  return [...valid]
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 2))
    .toSorted((a, b) => a.far - b.far || a.name.localeCompare(b.name))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** `Did you mean a, b?`, or an empty text. */
export function didYouMean(closest: readonly string[]): string {
  return closest.length > 0 ? ` Did you mean ${closest.join(', ')}?` : '';
}
