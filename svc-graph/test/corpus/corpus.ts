import type { CorpusCase } from './case.ts';
import { AGE_CASES } from './cases/ages.ts';
import { COMPARED_CASES } from './cases/compared.ts';
import { COMPUTED_CASES } from './cases/computed.ts';
import { DATE_CASES } from './cases/dates.ts';
import { DATED_CASES } from './cases/dated.ts';
import { EDGE_CASES } from './cases/edge-properties.ts';
import { FACET_CASES } from './cases/facets.ts';
import { FILTER_CASES } from './cases/filters.ts';
import { GROUP_CASES } from './cases/groups.ts';
import { MEASURE_CASES } from './cases/measures.ts';
import { PART_CASES } from './cases/parts.ts';
import { QUESTION_CASES } from './cases/questions.ts';
import { ROW_CASES } from './cases/rows.ts';
import { SEARCH_CASES } from './cases/search.ts';
import { SERIES_CASES } from './cases/series.ts';

/** Every query of the corpus with what it is answered; any engine must answer the same. */
export const CORPUS: readonly CorpusCase[] = [
  ...ROW_CASES,
  ...GROUP_CASES,
  ...MEASURE_CASES,
  ...FILTER_CASES,
  ...PART_CASES,
  ...SEARCH_CASES,
  ...DATE_CASES,
  ...SERIES_CASES,
  ...COMPUTED_CASES,
  ...COMPARED_CASES,
  ...FACET_CASES,
  ...QUESTION_CASES,
  ...AGE_CASES,
  ...DATED_CASES,
  ...EDGE_CASES,
];
