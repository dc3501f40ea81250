import { askedMeasures, measureKeys } from './answer-columns.ts';
import { operatorOf, valuesOf } from './completeness.ts';
import type { Operator } from './completeness.ts';
import { isDefaultBranch } from './default-branch.ts';
import { isGroup, membersOf } from './schema.ts';
import { momentInWords } from './moment-words.ts';
import { binInWords, isNoValue, listInWords, spanInWords, valueInWords } from './value-words.ts';
import type { Condition, DateUnit, Filter, GroupBy, Having, Measure, Query } from './schema.ts';

interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
}

/** How values are called, and the unit that their words take. */
interface NamedValues {
  readonly label: string;
  readonly unit?: string | undefined;
}

/** The names for texts; the catalogue and an org's configuration both fit. */
export interface Vocabulary {
  readonly kinds: readonly {
    readonly name: string;
    readonly label: string;
    readonly plural: string;
    readonly timeAttribute: string;
    readonly attributes: readonly (Named & NamedValues)[];
    readonly relations: readonly (Named & {
      readonly target: string;
      readonly label: string;
      readonly many?: boolean;
      readonly properties?: readonly (Named & NamedValues)[];
    })[];
  }[];
}

const TITLES = new Set(['name', 'title', 'path', 'tagName', 'fullName', 'uuid']);
const PER: Record<DateUnit, string> = {
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  month: 'per month',
  quarter: 'per quarter',
  year: 'per year',
  hourOfDay: 'by hour of day',
  minuteOfHour: 'by minute of the hour',
  dayOfWeek: 'by day of week',
};
const REDUCER: Record<Measure['reducer'], string> = {
  count: 'number of',
  countDistinct: 'distinct',
  sum: 'total',
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  median: 'median',
  p25: '25th percentile of',
  p75: '75th percentile of',
  p90: '90th percentile of',
  p95: '95th percentile of',
  first: 'first',
  last: 'last',
};
const UNIT_WORDS = { D: 'day', W: 'week', M: 'month', Y: 'year' } as const;

/**
 * The query as a title: "Commits by person, last 90 days". Conditions on computed columns have no units,
 * unless `having` words them.
 */
export function queryTitle(
  query: Query,
  vocabulary: Vocabulary,
  having: readonly string[] = query.having.map((each) => havingInWords(each, query, vocabulary)),
): string {
  const kind = query.select[0] ?? 'Event';
  const subject = measuresInWords(query, vocabulary);
  const groups = query.groupBys.map((group) => groupInWords(group, kind, vocabulary));
  const tail = [
    ...query.filters.map((filter) => filterInWords(filter, kind, vocabulary)),
    ...having,
    ...(query.search ? [`containing “${query.search}”`] : []),
    ...(rangeInWords(query) ? [rangeInWords(query)] : []),
    ...(query.asOf ? [`as of ${asOfInWords(query)}`] : []),
    ...(query.compareWith ? [`compared ${comparisonInWords(query)}`] : []),
  ];
  return sentenceCase([[subject, joinGroups(groups)].filter(Boolean).join(' '), ...tail].join(', '));
}

/**
 * A measure in words: "total additions". A count of the selected kind is its plural. A measure's own title
 * replaces it.
 */
export function measureInWords(measure: Measure, kind: string, vocabulary: Vocabulary): string {
  if (measure.title) return measure.title;
  const words = measuredInWords(measure, kind, vocabulary);
  const filters = (measure.filters ?? []).map((filter) => filterInWords(filter, kind, vocabulary));
  return filters.length > 0 ? `${words} where ${filters.join(' and ')}` : words;
}

function measuredInWords(measure: Measure, kind: string, vocabulary: Vocabulary): string {
  const target = targetOf(vocabulary, kind, measure.target);
  const isOwn = measure.target === kind;
  if (measure.attribute === 'uuid') {
    const plural = lower(target?.plural ?? `${measure.target}s`);
    if (measure.reducer === 'count') return isOwn ? plural : `number of ${plural}`;
    return `${REDUCER[measure.reducer]} ${plural}`;
  }
  const attribute = attributeLabel(vocabulary, kind, measure);
  const isOfEdge = propertyOf(vocabulary, kind, measure) !== undefined;
  const of = isOwn ? '' : ` ${isOfEdge ? 'in' : 'of'} ${lower(target?.plural ?? measure.target)}`;
  const verb = measure.reducer === 'count' ? 'number of' : REDUCER[measure.reducer];
  return `${verb} ${attribute}${of}`;
}

/** A measure or formula of a query by its column key: "total additions" for `sum(Commit.additions)`. */
export function columnInWords(key: string, query: Query, vocabulary: Vocabulary): string {
  const measures = askedMeasures(query);
  const measure = measures[measureKeys(measures).indexOf(key)];
  return measure ? measureInWords(measure, query.select[0] ?? 'Event', vocabulary) : key;
}

/** A condition on a computed column: "commits at least 10"; `endInWords` writes its ends with their unit. */
export function havingInWords(
  { column, comparison }: Having,
  query: Query,
  vocabulary: Vocabulary,
  endInWords: (end: unknown) => string = (end) => valueInWords(end, unitOfColumn(column, query, vocabulary)),
): string {
  return `${columnInWords(column, query, vocabulary)} ${spanInWords(comparison.WITHIN, endInWords)}`;
}

const COUNTS = new Set<Measure['reducer']>(['count', 'countDistinct']);

/** The unit of a measure by its column key; a count has none, and that of a formula is not known here. */
function unitOfColumn(key: string, query: Query, vocabulary: Vocabulary): string | undefined {
  const measures = askedMeasures(query);
  const measure = measures[measureKeys(measures).indexOf(key)];
  if (!measure || COUNTS.has(measure.reducer)) return undefined;
  return valuesAt(vocabulary, query.select[0] ?? 'Event', measure)?.unit;
}

/** A group in words: "by person", "per week". */
export function groupInWords(group: GroupBy, kind: string, vocabulary: Vocabulary): string {
  const field = fieldInWords(group, kind, vocabulary);
  if (group.bins) {
    return 'width' in group.bins
      ? `by ${field} in steps of ${valueInWords(group.bins.width, valuesAt(vocabulary, kind, group)?.unit)}`
      : `by ${field} in ${group.bins.count} steps`;
  }
  if (!group.unit) return `by ${field}`;
  const time = targetOf(vocabulary, kind, group.target)?.timeAttribute;
  const isMain = group.target === kind && group.attribute === time;
  return isMain ? PER[group.unit] : `${PER[group.unit]} of ${field}`;
}

/**
 * One of what a relation to many leads to: the role that it has, such as a reviewer. The label is a plural, but a row
 * is grouped by one of them.
 */
function oneOfMany(
  { name, target, label }: { name: string; target: string; label: string },
  kindLabel: string | undefined,
): string {
  if (name === target || label === 'By') return kindLabel ?? name;
  return /^[\p{L}-]+s$/u.test(label) ? label.slice(0, -1) : spaced(name);
}

/** A field in words: "person" for Person.name, "file path", "commit additions". */
export function fieldInWords(
  field: { target: string; attribute: string },
  kind: string,
  vocabulary: Vocabulary,
): string {
  const target = targetOf(vocabulary, kind, field.target);
  const steps = stepsOf(vocabulary, kind, field.target);
  const nouns = steps.map(({ relation, target: reached }) => {
    const isNoun = !relation.many && relation.label !== 'By';
    return lower(isNoun ? relation.label : oneOfMany(relation, reached?.label));
  });
  const noun = nouns.length > 0 ? nouns.join(' ') : lower(target?.label ?? field.target);
  if (field.target !== kind && TITLES.has(field.attribute)) return noun;
  const label = attributeLabel(vocabulary, kind, field);
  return field.target === kind ? label : `${noun} ${label}`;
}

type Says = (values: readonly unknown[], unit?: string) => string;
const SAYS: Record<Operator, Says> = {
  IN: (values, unit) => `is ${listInWords(values, unit)}`,
  'NOT IN': (values, unit) => `is not ${listInWords(values, unit)}`,
  WITHIN: ([from, to], unit) => spanInWords([from, to], (end) => valueInWords(end, unit)),
  CONTAINS: (values) => `contains ${listInWords(values)}`,
  'NOT CONTAINS': (values) => `does not contain ${listInWords(values)}`,
  'STARTS WITH': (values) => `starts with ${listInWords(values)}`,
  'IS EMPTY': () => 'is empty',
  'IS NOT EMPTY': () => 'is not empty',
  'IN LAST': ([duration]) => `in the ${recently(String(duration))}`,
  'NOT IN LAST': ([duration]) => `not in the ${recently(String(duration))}`,
};

/** Phrases a duration to follow "in the": "last 14 days", but also "this week" and "today". */
function recently(duration: string): string {
  return durationInWords(duration)
    .replace(/^today$/, 'current day')
    .replace(/^yesterday$/, 'day before')
    .replace(/^this /, 'current ');
}

/** A filter in words: "repository is cairn", "additions from 10 to 100", "a or b" for a group. */
export function filterInWords(filter: Condition, kind: string, vocabulary: Vocabulary): string {
  if (isGroup(filter)) {
    const word = 'any' in filter ? ' or ' : 'one' in filter ? ' with ' : ' and ';
    return membersOf(filter)
      .map((each) => {
        const words = filterInWords(each, kind, vocabulary);
        return isGroup(each) && membersOf(each).length > 1 ? `(${words})` : words;
      })
      .join(word);
  }
  if (isDefaultBranch(filter)) return 'on the default branch';
  const field = partInWords(filter, fieldInWords(filter, kind, vocabulary));
  const { bins, comparison } = filter;
  const unit = filter.unit ? undefined : valuesAt(vocabulary, kind, filter)?.unit;
  const age = ageInWords(filter, kind, unit);
  if (age) return age;
  const starts = 'IN' in comparison ? comparison.IN : 'NOT IN' in comparison ? comparison['NOT IN'] : null;
  if (bins && starts) {
    const ranges = starts.map((start) => binInWords(start, bins.width, unit)).join(' or ');
    return `${field} ${'NOT IN' in comparison ? 'not ' : ''}${ranges}`;
  }
  return `${field} ${SAYS[operatorOf(filter.comparison)](valuesOf(filter.comparison), unit)}`;
}

/** An age of what is selected as people say it: "older than 7 days"; null for anything else. */
function ageInWords({ target, attribute, comparison }: Filter, kind: string, unit?: string): string | null {
  if (target !== kind || attribute.toLowerCase() !== 'age' || !('WITHIN' in comparison)) return null;
  const [from, to] = comparison.WITHIN.map((end) => (isNoValue(end) ? '' : valueInWords(end, unit)));
  if (from && to) return `from ${from} to ${to} old`;
  return from ? `older than ${from}` : `younger than ${to}`;
}

/** The part of a field that a filter is about: "week of committed at". */
function partInWords({ unit }: Filter, field: string): string {
  return unit ? `${PER[unit].replace(/^(per|by) /, '')} of ${field}` : field;
}

/** The dates in words: "last 90 days", "Aug 12, 2026 – Nov 21, 2026"; empty without dates. */
export function rangeInWords({
  duration,
  startDate,
  endDate,
  timezone,
}: Pick<Query, 'duration' | 'startDate' | 'endDate' | 'timezone'>): string {
  if (duration) return durationInWords(duration);
  if (startDate && endDate)
    return startDate === endDate
      ? momentInWords(startDate, timezone)
      : `${momentInWords(startDate, timezone)} – ${momentInWords(endDate, timezone)}`;
  if (startDate) return `since ${momentInWords(startDate, timezone)}`;
  return endDate ? `until ${momentInWords(endDate, timezone)}` : '';
}

/** A duration in words: "last 30 days", "this week", "last month". */
export function durationInWords(duration: string): string {
  const [, mode = 'P', count = '1', unit = 'D'] = /^([PTL])(\d+)([DWMY])$/.exec(duration) ?? [];
  const word = UNIT_WORDS[unit as keyof typeof UNIT_WORDS] ?? 'day';
  if (mode === 'T') return word === 'day' ? 'today' : `this ${word}`;
  if (mode === 'L') return word === 'day' ? 'yesterday' : `last ${word}`;
  if (duration === 'P1D') return 'last 24 hours';
  const number = Number(count);
  // "Last week" means the calendar's, so seven days back are the "past week".
  return number === 1 ? `past ${word}` : `last ${number} ${word}s`;
}

/** The comparison in words: "with the period before", "with 1 year before"; empty without one. */
export function comparisonInWords({ compareWith }: Pick<Query, 'compareWith'>): string {
  if (!compareWith) return '';
  const [, count = '', unit = ''] = /^P?(\d+)([DWMY])$/.exec(compareWith.ago ?? '') ?? [];
  const word = UNIT_WORDS[unit as keyof typeof UNIT_WORDS];
  return word ? `with ${count} ${word}${count === '1' ? '' : 's'} before` : 'with the period before';
}

/** The moment of dated relations in words: "now", "each event", "Mar 1, 2026"; empty where a query says none. */
export function asOfInWords({ asOf, timezone }: Pick<Query, 'asOf' | 'timezone'>): string {
  if (!asOf || asOf === 'now') return asOf ?? '';
  return asOf === 'event' ? 'each event' : momentInWords(asOf, timezone);
}

function measuresInWords(query: Query, vocabulary: Vocabulary): string {
  const kind = query.select[0] ?? 'Event';
  const measures = askedMeasures(query).map((measure) => measureInWords(measure, kind, vocabulary));
  return joinWords([...measures, ...query.formulas.map(({ name }) => name)]);
}

/** Joins groups under one "by": "by person and file, per week". */
function joinGroups(groups: readonly string[]): string {
  const by = groups.filter((words) => words.startsWith('by ')).map((words) => words.slice(3));
  const per = groups.filter((words) => !words.startsWith('by '));
  return [...(by.length > 0 ? [`by ${joinWords(by)}`] : []), ...per].join(' ');
}

/** Finds by name, else by alias. */
const named = <T extends Named>(all: readonly T[] | undefined, name: string): T | undefined =>
  all?.find((each) => each.name === name) ?? all?.find((each) => each.aliases?.includes(name));

/** The relations of a path with their target kinds; none when the path is unknown. */
function stepsOf(vocabulary: Vocabulary, kind: string, path: string) {
  const byName = (name: string) => vocabulary.kinds.find((each) => each.name === name);
  let from = byName(kind);
  return path.split('.').flatMap((name) => {
    const relation = named(from?.relations, name);
    if (!relation) return [];
    from = byName(relation.target);
    return [{ relation, target: from }];
  });
}

function targetOf(vocabulary: Vocabulary, kind: string, target: string) {
  const last = stepsOf(vocabulary, kind, target).at(-1);
  return last ? last.target : vocabulary.kinds.find((each) => each.name === target);
}

interface NamedField {
  readonly target: string;
  readonly attribute: string;
}

function propertyOf(vocabulary: Vocabulary, kind: string, { target, attribute }: NamedField) {
  const last = stepsOf(vocabulary, kind, target).at(-1);
  return named(last?.relation.properties, attribute);
}

function valuesAt(vocabulary: Vocabulary, kind: string, field: NamedField) {
  const target = targetOf(vocabulary, kind, field.target);
  return named(target?.attributes, field.attribute) ?? propertyOf(vocabulary, kind, field);
}

function attributeLabel(vocabulary: Vocabulary, kind: string, field: NamedField): string {
  return lower(valuesAt(vocabulary, kind, field)?.label ?? spaced(field.attribute));
}

/** Words as a list: "a, b and c". */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2');
}

/** The words for one and for many of a kind within a sentence: "pull request", "pull requests". */
export const thingsInWords = ({ label, plural }: { readonly label: string; readonly plural: string }) => ({
  one: lower(label),
  many: lower(plural),
});

/** Lowercases a label, but keeps abbreviations such as CI or SHA. */
function lower(label: string): string {
  return label.replace(/\b[A-Z](?=[a-z-])/g, (start) => start.toLowerCase());
}

/** Capitalises the first letter, for the start of a sentence or a chip. */
export function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
