/** The first of the names that is not taken, else the last of them with a number. */
export function freeName(names: readonly [string, ...string[]], taken: ReadonlySet<string>): string {
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  const longest = names.at(-1) ?? names[0];
  let number = 2;
  while (taken.has(`${longest} (${String(number)})`)) number += 1;
  return `${longest} (${String(number)})`;
}
