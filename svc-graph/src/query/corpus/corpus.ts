import type { CorpusCase } from './case.ts';
import { FILTER_CASES } from './cases/filters.ts';
import { GROUP_CASES } from './cases/groups.ts';
import { ROW_CASES } from './cases/rows.ts';

/** Every query of the corpus with what it is answered; any engine must answer the same. */
export const CORPUS: readonly CorpusCase[] = [...ROW_CASES, ...GROUP_CASES, ...FILTER_CASES];
