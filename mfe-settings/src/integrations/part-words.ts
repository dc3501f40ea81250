import type { SourceChoice } from '@cairn/contracts';
import type { SourcePart } from '@cairn/contracts/source-preview';
import { plural } from '@cairn/ui';

/** True when all parts that are not private are chosen, and none that is: then later ones are read as well. */
const isOpen = (parts: readonly SourcePart[], chosen: ReadonlySet<string>) =>
  parts.every(({ key, isPrivate }) => chosen.has(key) !== isPrivate);

/** The value of the setting that names what is read; empty for all that is not private. */
export const chosenSetting = (parts: readonly SourcePart[], chosen: ReadonlySet<string>): string =>
  isOpen(parts, chosen) ? '' : [...chosen].join(', ');

/** What of a part or of several was counted, such as `585 pull requests · 303 issues`. */
export function countsInWords(parts: readonly SourcePart[], between = ' · '): string {
  const sums = new Map<string, number>();
  for (const { unit, count } of parts.flatMap(({ counts }) => counts))
    sums.set(unit, (sums.get(unit) ?? 0) + count);
  return [...sums].map(([unit, count]) => plural(count, unit)).join(between);
}

/** What is read by a choice, and whether that grows by itself. */
export function readingInWords(
  parts: readonly SourcePart[],
  chosen: ReadonlySet<string>,
  { one, many }: SourceChoice,
): string {
  const read = parts.filter(({ key }) => chosen.has(key));
  if (read.length === 0) return `Choose at least one ${one}.`;
  const counts = countsInWords(read, ' and ');
  const sum = `${String(read.length)} of ${plural(parts.length, one, many)}${counts === '' ? '' : `, with ${counts}`}.`;
  const later = isOpen(parts, chosen)
    ? 'Those made later are read as well, unless they are private.'
    : 'Those made later are not read.';
  return `${sum} ${later}`;
}
