const TIMES = Number(process.env['CAIRN_TEST_TIMES'] ?? 1);

/** How often a property is tried: a quarter of `all`, and all of it with `CAIRN_TEST_TIMES=4`. */
export const runs = (all: number): number => Math.ceil((all / 4) * TIMES);

/** Every fourth of a list, and all of it with `CAIRN_TEST_TIMES=4`. */
export const some = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % 4 < TIMES);
