import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readPackages, sourceFiles } from './fence.ts';

/** The file that writes times by the clock that a person has chosen. */
const OWNER = 'libs/ui/src/format-dates.ts';

/** What writes a time in a way of its own: an option of `Intl`, a locale's time, or a pattern of dayjs. */
const OWN_CLOCKS =
  /\btimeStyle:|\bhour: '(?:numeric|2-digit)'|\btoLocaleTimeString\(|\.format\('[^']*[Hh]{1,2}:?m?/;

/** Times that a front-end writes without the person's clock, as `file:line: why`. */
export function findOwnClocks(root: string): string[] {
  return readPackages(root)
    .filter(({ runtime }) => runtime === 'web')
    .flatMap(({ path }) => sourceFiles(join(root, path)))
    .filter((file) => !/\.test\.tsx?$/.test(file) && relative(root, file) !== OWNER)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          OWN_CLOCKS.test(line) ? [`${relative(root, file)}:${at + 1}: a time is written by @cairn/ui`] : [],
        ),
    );
}
