import type { DateUnit } from '@cairn/query';
import type { Reducer } from '@cairn/entities';
import type { TaggedWords } from './tag-words.ts';
import { ACTION_WORDS } from './synonyms.ts';
import type { Concept } from './lexicon.ts';
import { type Word, find, replace } from './words.ts';

export interface MeasureSlot {
  /** The field or kind to measure; null means the rows themselves. */
  readonly concept: Concept | null;
  /** Null lets the attribute choose. */
  readonly reducer: Reducer | null;
}

export type GroupSlot = { readonly concept: Concept } | { readonly unit: DateUnit };

export interface OrderSlot {
  readonly direction: 'ascending' | 'descending';
  /** By the measure, by the moment, or by size. */
  readonly by: 'measure' | 'moment' | 'size';
  readonly limit: number | null;
}

/** Bounds of a number, both inclusive. */
export interface RangeSlot {
  readonly concept: Concept;
  readonly least: number | null;
  readonly most: number | null;
}

/** The parts of a question, before the catalogue decides what can be answered. */
export interface QuestionSlots {
  readonly words: readonly Word[];
  readonly measures: readonly MeasureSlot[];
  readonly groups: readonly GroupSlot[];
  readonly ranges: readonly RangeSlot[];
  readonly order: OrderSlot | null;
  /** True when a course over time is wanted. */
  readonly trend: boolean;
  /** True when the question names an action on the code. */
  readonly hasAction: boolean;
  readonly notes: readonly string[];
}

interface Draft {
  words: readonly Word[];
  measures: MeasureSlot[];
  groups: GroupSlot[];
  ranges: RangeSlot[];
  order: OrderSlot | null;
  trend: boolean;
  notes: string[];
}

interface Rule {
  readonly pattern: RegExp;
  /** Returns the placeholder for the words; without one they are consumed. */
  readonly read: (
    draft: Draft,
    match: RegExpMatchArray,
    concept: (placeholder: string) => Concept,
  ) => string | void;
}

const REDUCERS: Readonly<Record<string, Reducer>> = {
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  median: 'median',
  typical: 'median',
  total: 'sum',
  sum: 'sum',
  max: 'max',
  maximum: 'max',
  maximal: 'max',
  highest: 'max',
  largest: 'max',
  biggest: 'max',
  min: 'min',
  minimum: 'min',
  smallest: 'min',
  lowest: 'min',
  p90: 'p90',
  p95: 'p95',
  p25: 'p25',
  p75: 'p75',
};

const UNITS: readonly (readonly [string, DateUnit])[] = [
  ['days? of (?:the )?week|weekdays?|week days?|day of week', 'dayOfWeek'],
  ['hours? of (?:the )?day|time of (?:the )?day|hours?', 'hourOfDay'],
  ['days?', 'day'],
  ['weeks?', 'week'],
  ['months?', 'month'],
  ['quarters?', 'quarter'],
  ['years?', 'year'],
];
const UNIT = UNITS.map(([pattern]) => pattern).join('|');
const PERIODIC: Readonly<Record<string, DateUnit>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
  annual: 'year',
};

const K = '(<k\\d+>)';
const A = '(<a\\d+>)';
const X = '(<[kag]\\d+>)';
const PER =
  '(?:(?:grouped|split|broken down|break down|divided|grouped up|sorted|ordered|aggregated|counted|by) (?:by|per|into)|per|by|for each|for every|each|every|across|among|over(?= <k)|in each|in every|by each|per each)(?: (?:the|each|every|single|individual))*';
const actionWords = ACTION_WORDS.join('|');
const HAVE =
  '(?:(?:that|which|who) )?(?:(?:has|have|had|got|get|gets|with|were|was|are|is|do|does|did|been|being|made|the) )*';

const unitOf = (text: string): DateUnit =>
  UNITS.find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(text))?.[1] ?? 'day';
const rule = (pattern: string, read: Rule['read']): Rule => ({ pattern: new RegExp(pattern), read });
const descending = (limit: number | null): OrderSlot => ({ direction: 'descending', by: 'measure', limit });
const ascending = (limit: number | null): OrderSlot => ({ direction: 'ascending', by: 'measure', limit });
const directionOf = (word: string | undefined) =>
  /least|fewest|few|less/.test(word ?? '') ? ascending : descending;
/** A list of the most shows ten, unless the question says otherwise. */
const TOP = 10;
const limitOf = (text: string | undefined) => (text ? Number(text) : TOP);

function measureOf(concept: Concept, reducer: Reducer | null): MeasureSlot {
  return { concept, reducer };
}

/** "more than 10" means at least 11. */
function boundsOf(words: string, count: number): Pick<RangeSlot, 'least' | 'most'> {
  if (/more|over|above/.test(words)) return { least: count + 1, most: null };
  if (words === 'at least') return { least: count, most: null };
  if (/fewer|less|under|below/.test(words)) return { least: null, most: count - 1 };
  return words === 'at most' ? { least: null, most: count } : { least: count, most: count };
}

const RULES: readonly Rule[] = [
  rule(
    `(?:(?:with|having|has|have|of|touching|adding|deleting) )?(more than|over|above|at least|fewer than|less than|under|below|at most|exactly) (\\d+) ${X}`,
    (draft, m, concept) => {
      draft.ranges.push({ concept: concept(m[3] ?? ''), ...boundsOf(m[1] ?? '', Number(m[2])) });
    },
  ),
  rule(
    `(?:which|what) ${X} (?:are there|is there|exist|exists|do we have|are known|were made|are in)(?= |$)`,
    (_, m) => m[1],
  ),
  rule(
    `where (?:does|do|did|is|are|was|were|has|have) (?:the |our |most |all )*(?:of )?(?:the |our )*(?:work|code|activity|changes?|commits?|<k\\d+>|effort)(?: (?:happen|happening|done|made|going|go|take place|land|change|changing|been))*`,
    (draft) => {
      draft.groups.push({
        concept: { is: 'attribute', fields: [{ target: 'SourceFile', attribute: 'topFolder' }] },
      });
    },
  ),
  rule(
    `(?:when|what time|at what time|which time|at which time|what hours?)(?: of (?:the )?(?:day|week))? (?:do|does|did|are|is|were|was)(?! (?:the |our )?(?:very )?(?:first|last|latest|oldest|newest|most))`,
    (draft) => {
      draft.groups.push({ unit: 'dayOfWeek' }, { unit: 'hourOfDay' });
    },
  ),
  rule(`(?:working|commit|active|activity) hours`, (draft) => {
    draft.groups.push({ unit: 'dayOfWeek' }, { unit: 'hourOfDay' });
  }),
  rule(`(?:heat ?map|punch ?card)`, (draft) => {
    draft.groups.push({ unit: 'dayOfWeek' }, { unit: 'hourOfDay' });
  }),
  rule(
    `(quietest|slowest|least active|least busy|busiest|most active|most busy|peak|hottest) (?:(\\d+) )?(${UNIT})`,
    (draft, m) => {
      const unit = unitOf(m[3] ?? '');
      const cyclic = unit === 'dayOfWeek' || unit === 'hourOfDay';
      const by = /quietest|slowest|least/.test(m[1] ?? '') ? ascending : descending;
      draft.groups.push({ unit });
      draft.order = by(cyclic && !m[2] ? null : limitOf(m[2]));
    },
  ),
  rule(
    `(?:which|what) (${UNIT}) (?:of (?:the )?year )?${HAVE}(?:see |sees |saw )?(?:the )?(most|least|fewest|highest|lowest)(?: number of)?`,
    (draft, m) => {
      const unit = unitOf(m[1] ?? '');
      draft.groups.push({ unit });
      draft.order = directionOf(m[2] === 'lowest' ? 'least' : m[2])(
        unit === 'dayOfWeek' || unit === 'hourOfDay' ? null : TOP,
      );
    },
  ),
  rule(`(?:which|what) (${UNIT}) ${HAVE}(?:the )?(busiest|quietest|most active|least active)`, (draft, m) => {
    const unit = unitOf(m[1] ?? '');
    draft.groups.push({ unit });
    draft.order = directionOf(/quiet|least/.test(m[2] ?? '') ? 'least' : 'most')(
      unit === 'dayOfWeek' || unit === 'hourOfDay' ? null : TOP,
    );
  }),
  rule(
    `(?:the )?top (\\d+)?(?: most)?(?: (?:${actionWords}|popular|frequent|frequently|often))*(?: ${X})`,
    (draft, m, concept) => {
      draft.groups.push({ concept: concept(m[2] ?? '') });
      draft.order = descending(limitOf(m[1]));
    },
  ),
  rule(
    `(?:the )?(?:(\\d+) )?(most|least)(?: (?:frequently|often|recently|heavily|commonly))? (?:${actionWords}|popular|common|frequent|unstable|volatile|important) ${X}`,
    (draft, m, concept) => {
      draft.groups.push({ concept: concept(m[3] ?? '') });
      draft.order = /recently/.test(m[0])
        ? { direction: 'descending', by: 'moment', limit: limitOf(m[1]) }
        : directionOf(m[2])(limitOf(m[1]));
    },
  ),
  rule(`(?:the )?(?:(\\d+) )?(?:hottest|busiest|most active|hot) ${X}`, (draft, m, concept) => {
    draft.groups.push({ concept: concept(m[2] ?? '') });
    draft.order = descending(limitOf(m[1]));
  }),
  rule(`hot ?spots?`, (draft) => {
    draft.groups.push({ concept: { is: 'kind', kind: 'SourceFile' } });
    draft.order = descending(TOP);
  }),
  rule(
    `(?:which |what |the )?(?:(\\d+) )?${X} (?:that |which )?${HAVE}(?:${actionWords}) by (?:the )?(most|fewest) ${X}`,
    (draft, m, concept) => {
      draft.groups.push({ concept: concept(m[2] ?? '') });
      draft.measures.push(measureOf(concept(m[4] ?? ''), null));
      draft.order = directionOf(m[3])(limitOf(m[1]));
    },
  ),
  rule(
    `(?:which |what |the )?(?:(\\d+) )?${X} (?:that |which )?${HAVE}(?:(?:${actionWords}) )?(?:the )?(most|least|fewest) (?:number of |amount of )?${X}`,
    (draft, m, concept) => {
      draft.groups.push({ concept: concept(m[2] ?? '') });
      draft.measures.push(measureOf(concept(m[4] ?? ''), null));
      draft.order = directionOf(m[3])(limitOf(m[1]));
    },
  ),
  rule(
    `(?:which |what |the )?(?:(\\d+) )?${X} (?:that |which )?${HAVE}(?:${actionWords}) (?:the )?(most|least|fewest)(?: (?:often|frequently))?`,
    (draft, m, concept) => {
      draft.groups.push({ concept: concept(m[2] ?? '') });
      draft.order = directionOf(m[3])(limitOf(m[1]));
    },
  ),
  rule(
    `(?:which |what |the )?(?:(\\d+) )?${X} (?:that |which )?${HAVE}(most|least)(?: (?:often|frequently|recently))? (?:${actionWords})`,
    (draft, m, concept) => {
      draft.groups.push({ concept: concept(m[2] ?? '') });
      draft.order = directionOf(m[3])(limitOf(m[1]));
    },
  ),
  rule(`who ${HAVE}(?:(?:${actionWords}) )?(?:the )?(?:most|least|fewest) ${X}`, (draft, m, concept) => {
    draft.groups.push({ concept: { is: 'kind', kind: 'Person' } });
    draft.measures.push(measureOf(concept(m[1] ?? ''), null));
    draft.order = descending(null);
  }),
  rule(
    `who (?:(?:has|have|is|are|was|were) )?(?:been )?(?:${actionWords}|active) (?:the )?(?:most|least)`,
    (draft) => {
      draft.groups.push({ concept: { is: 'kind', kind: 'Person' } });
      draft.order = descending(null);
    },
  ),
  rule(
    `(?:the )?(?:(\\d+) )?(largest|biggest|longest|heaviest|smallest|shortest|tiniest) (?:(\\d+) )?${K}`,
    (draft, m) => {
      const small = /small|short|tin/.test(m[2] ?? '');
      draft.order = {
        direction: small ? 'ascending' : 'descending',
        by: 'size',
        limit: m[1] || m[3] ? Number(m[1] ?? m[3]) : null,
      };
      return m[4];
    },
  ),
  rule(
    `(?:the )?(?:very )?(?:(\\d+) )?(newest|latest|most recent|recent|last|oldest|earliest|first|longest ago) (?:(\\d+) )?${K}`,
    (draft, m) => {
      const old = /old|earl|first|ago/.test(m[2] ?? '');
      draft.order = {
        direction: old ? 'ascending' : 'descending',
        by: 'moment',
        limit: m[1] || m[3] ? Number(m[1] ?? m[3]) : null,
      };
      return m[4];
    },
  ),
  rule(
    `(?:how many|number of|count(?: of)?|amount of) (?:the )?(?:different|distinct|unique) ${X}`,
    (draft, m, concept) => {
      draft.measures.push(measureOf(concept(m[1] ?? ''), 'countDistinct'));
    },
  ),
  rule(`(?:different|distinct|unique) ${X}(?: count)?`, (draft, m, concept) => {
    draft.measures.push(measureOf(concept(m[1] ?? ''), 'countDistinct'));
  }),
  rule(`(average|avg|mean|median|typical) (?:number|count|amount) of ${K}`, (draft, m, concept) => {
    draft.notes.push(`The ${m[1]} over groups is not something a query can say yet; each group is shown.`);
    draft.measures.push(measureOf(concept(m[2] ?? ''), null));
  }),
  rule(`(average|avg|mean|median|typical) ${K} (?=${PER} )`, (draft, m, concept) => {
    draft.notes.push(`The ${m[1]} over groups is not something a query can say yet; each group is shown.`);
    draft.measures.push(measureOf(concept(m[2] ?? ''), null));
  }),
  rule(
    `(?:how many|number of|total number of|count(?: of| the)?|total count of|amount of|total|how much|sum of|quantity of) (?:all )?(?:the )?${X}`,
    (draft, m, concept) => {
      draft.measures.push(measureOf(concept(m[1] ?? ''), null));
    },
  ),
  rule(`${K} (?:count|counts|total|totals|numbers?|frequency|activity|volume|rate)`, (draft, m, concept) => {
    draft.measures.push(measureOf(concept(m[1] ?? ''), null));
  }),
  rule(
    `(${Object.keys(REDUCERS).join('|')})(?: (?:number|count|amount|value))?(?: of)? (?:the )?${A}`,
    (draft, m, concept) => {
      draft.measures.push(measureOf(concept(m[2] ?? ''), REDUCERS[m[1] ?? ''] ?? null));
    },
  ),
  rule(`how (?:often|frequently)`, (draft) => {
    draft.measures.push({ concept: null, reducer: 'count' });
  }),
  rule(`${PER} (${UNIT})(?= and (?:${UNIT}))`, (draft, m) => {
    draft.groups.push({ unit: unitOf(m[1] ?? '') });
    return 'by';
  }),
  rule(`${PER} (${UNIT})(?= (?:and|by|per) <[kag])`, (draft, m) => {
    draft.groups.push({ unit: unitOf(m[1] ?? '') });
    return 'by';
  }),
  rule(`(?:${PER}|by and|an?) (${UNIT})`, (draft, m) => {
    draft.groups.push({ unit: unitOf(m[1] ?? '') });
  }),
  rule(`(${Object.keys(PERIODIC).join('|')})(?: basis)?`, (draft, m) => {
    draft.groups.push({ unit: PERIODIC[m[1] ?? ''] ?? 'week' });
  }),
  rule(
    `${PER}(?: (?:and|by|per))* ${X}(?:(?: and|,)(?: by| per)? ${X})?(?:(?: and|,)(?: by| per)? (${UNIT}))?`,
    (draft, m, concept) => {
      for (const placeholder of [m[1], m[2]])
        if (placeholder) draft.groups.push({ concept: concept(placeholder) });
      if (m[3]) draft.groups.push({ unit: unitOf(m[3]) });
    },
  ),
  rule(`(<g\\d+>)`, (draft, m, concept) => {
    draft.groups.push({ concept: concept(m[1] ?? '') });
  }),
  rule(
    `(?:over time|trend(?:s|ing)? (?:of|in|for)|trends?|trending|timeline(?: of)?|time ?line|evolution of|history of|growth of|time series(?: of)?|progress(?:ion)? of|rate of|how (?:has|have|did|does) (?:the )?(?:number of )?(?=<))`,
    (draft) => {
      draft.trend = true;
    },
  ),
  rule(`(?:growth|evolution|evolve[ds]?|chang(?:e|ed) over|growing|grown|grow|grew)`, (draft) => {
    draft.trend = true;
  }),
  rule(`(?:which|what|whose) ${X}`, (draft, m, concept) => {
    draft.groups.push({ concept: concept(m[1] ?? '') });
  }),
  rule(`who(?:'s| is| are| was| were| has| have| did| else)?(?: been)?`, (draft) => {
    draft.groups.push({ concept: { is: 'kind', kind: 'Person' } });
  }),
  rule(`(?:${actionWords}) (?:the )?(most|least|fewest)(?: (?:often|frequently))?`, (draft, m) => {
    draft.order ??= directionOf(m[1])(TOP);
  }),
];

/** Reads measures, groups and order from the tagged words; each rule applies until it no longer matches. */
export function readSlots(tagged: TaggedWords): QuestionSlots {
  const draft: Draft = {
    words: tagged.words,
    measures: [],
    groups: [],
    ranges: [],
    order: null,
    trend: false,
    notes: [],
  };
  const concept = (placeholder: string): Concept => {
    const found = tagged.concepts[Number(/\d+/.exec(placeholder)?.[0])];
    if (!found) throw new Error(`no concept for ${placeholder}`);
    return found;
  };
  const hasAction = find(tagged.words, new RegExp(actionWords)) !== null;
  for (const { pattern, read } of RULES) {
    for (let found = find(draft.words, pattern); found; found = find(draft.words, pattern)) {
      const left = read(draft, found.match, concept);
      draft.words = replace(draft.words, found, typeof left === 'string' ? left : undefined);
    }
  }
  return { ...draft, hasAction };
}
