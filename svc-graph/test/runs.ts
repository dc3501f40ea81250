const TIMES = Number(process.env['CAIRN_TEST_TIMES'] ?? 1);

/** How often a property is tried: a quarter of `all`, and all of it with `CAIRN_TEST_TIMES=4`. */
export const runs = (all: number): number => Math.ceil((all / 4) * TIMES);
