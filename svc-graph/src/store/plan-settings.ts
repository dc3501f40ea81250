const COUNTED_BITS = 18;
/** With 60 keys a read of 15 million edges takes 16 ms of processor time instead of 140. */
const LOOKED_UP = 400;

/** Statements that set how DuckDB plans. Without GLOBAL each would hold for one connection alone. */
export const PLAN_SETTINGS: readonly string[] = [
  // DuckDB counts groups of this many bits without hashing; they suffice for a number of days.
  `SET GLOBAL perfect_ht_threshold = ${COUNTED_BITS}`,
  // Up to so many keys are looked up where they are, instead of being tried on every row.
  `SET GLOBAL dynamic_or_filter_threshold = ${LOOKED_UP}`,
  // Where DuckDB expects few rows it joins by date with nested loops. It expects few of renames, of which there
  // may be a hundred thousand.
  'SET GLOBAL asof_loop_join_threshold = 0',
];
