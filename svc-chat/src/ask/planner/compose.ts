import { AppError } from '@cairn/contracts';
import { type AttributeType, reducersFor, type Reducer } from '@cairn/entities';
import {
  type Comparison,
  type Filter,
  fieldKey,
  type GroupBy,
  type Measure,
  Query,
  type QueryInput,
  groupKey,
  leavesOf,
  measureKey,
} from '@cairn/query';
import { refuse } from './refusals.ts';
import type { GroupSlot, QuestionSlots } from './slots.ts';
import type { ExplicitFilter } from './tag-words.ts';
import type { DateWindow } from './time.ts';
import type { Resolved } from './resolve-value.ts';
import type { Concept, FieldRef, Lexicon } from './lexicon.ts';

/** The findings of all phases. */
export interface Findings {
  readonly slots: QuestionSlots;
  /** Kinds that are named without a grammatical role. */
  readonly mentioned: readonly Concept[];
  readonly explicitFilters: readonly ExplicitFilter[];
  readonly values: readonly Resolved[];
  readonly window: DateWindow;
  readonly timezone: string | undefined;
}

export interface ComposedQuery {
  readonly query: Query;
  readonly notes: readonly string[];
}

/** The attribute that names a kind in a group. */
const TITLE: Readonly<Record<string, string>> = { SourceFile: 'path' };
/** Kinds that describe facts, unlike facts that happen at a time. */
const DIMENSIONS = new Set(['Person', 'SourceFile', 'Repository', 'Branch', 'Team', 'Project', 'Channel']);
const DEFAULT_REDUCER: Readonly<Record<string, Reducer>> = { 'Commit.changedFiles': 'avg' };
/** The attribute that counts related rows of the other kind. */
const COUNTED: Readonly<Record<string, string>> = { 'Commit SourceFile': 'changedFiles' };
const SIZE: Readonly<Record<string, string>> = { Commit: 'additions', PullRequest: 'additions' };

const targetsOf = (concept: Concept): string[] =>
  concept.is === 'kind' ? [concept.kind] : concept.fields.map(({ target }) => target);
const conceptsOf = (groups: readonly GroupSlot[]): Concept[] =>
  groups.flatMap((group) => ('concept' in group ? [group.concept] : []));

function candidates({ slots, mentioned, explicitFilters, values, window }: Findings): string[] {
  const measured = slots.measures.flatMap(({ concept }) => (concept ? targetsOf(concept) : []));
  const named = [
    ...measured,
    ...mentioned.flatMap(targetsOf),
    ...conceptsOf(slots.groups).flatMap(targetsOf),
    ...slots.ranges.flatMap(({ concept }) => targetsOf(concept)),
    ...explicitFilters.map(({ field }) => field.target),
    ...values.flatMap(({ filter }) => (filter ? [filter.target] : [])),
  ];
  const happens =
    slots.hasAction ||
    slots.trend ||
    Object.keys(window).length > 0 ||
    slots.groups.some((group) => 'unit' in group);
  const roles = slots.measures.flatMap(({ concept }) =>
    concept?.is === 'kind' && concept.role ? [concept.role.kind] : [],
  );
  const facts = [...named.filter((kind) => !DIMENSIONS.has(kind)), ...roles];
  const grouped = slots.groups.length > 0 && measured.length === 0 && mentioned.length === 0;
  return [...new Set([...facts, ...(happens || grouped ? ['Commit'] : []), ...named, 'Commit'])];
}

/** The kind to select: the first named one from which everything else can be reached. */
function chooseKind(findings: Findings, lexicon: Lexicon): string {
  const { catalogue } = lexicon;
  const reaches = (from: string, target: string) => catalogue.targetKind(from, target) !== undefined;
  const { slots, mentioned, explicitFilters, values } = findings;
  const needed: string[][] = [
    ...mentioned.map(targetsOf),
    ...slots.measures.flatMap(({ concept }) => (concept ? [targetsOf(concept)] : [])),
    ...conceptsOf(slots.groups).map(targetsOf),
    ...explicitFilters.map(({ field }) => [field.target]),
    ...values.flatMap(({ filter }) => (filter ? [[filter.target]] : [])),
  ];
  const all = candidates(findings).filter((kind) => catalogue.kind(kind));
  const score = (kind: string) =>
    needed.filter((targets) => targets.some((target) => reaches(kind, target))).length;
  return all.reduce((best, kind) => (score(kind) > score(best) ? kind : best), all[0] ?? 'Commit');
}

class Composer {
  readonly notes: string[] = [];
  readonly kind: string;
  readonly #lexicon: Lexicon;

  constructor(kind: string, lexicon: Lexicon) {
    this.kind = kind;
    this.#lexicon = lexicon;
  }

  #reachable({ target, attribute }: FieldRef): boolean {
    return this.#lexicon.catalogue.attributeAt(this.kind, target, attribute) !== undefined;
  }

  #typeOf({ target, attribute }: FieldRef): AttributeType {
    return this.#lexicon.catalogue.attributeAt(this.kind, target, attribute)?.type ?? 'string';
  }

  #label(concept: Concept): string {
    if (concept.is !== 'kind') return concept.fields[0]?.attribute ?? 'value';
    return this.#lexicon.catalogue.kind(concept.kind)?.label.toLowerCase() ?? concept.kind;
  }

  #plural(concept: Concept): string {
    const plural = concept.is === 'kind' ? this.#lexicon.catalogue.kind(concept.kind)?.plural : undefined;
    return plural?.toLowerCase() ?? this.#label(concept);
  }

  /** The name under which the selected kind reaches a concept's kind. */
  #targetOf(concept: Concept & { is: 'kind' }): string {
    return concept.role?.kind === this.kind ? concept.role.relation : concept.kind;
  }

  #fieldsOf(concept: Concept, attribute: (kind: string) => string): FieldRef[] {
    if (concept.is !== 'kind') {
      const own = concept.fields.filter((field) => field.target === this.kind);
      const fields = own.length > 0 ? own : concept.fields.filter((field) => this.#reachable(field));
      return concept.is === 'pair' ? fields : fields.slice(0, 1);
    }
    const field = { target: this.#targetOf(concept), attribute: attribute(concept.kind) };
    return this.#reachable(field) ? [field] : [];
  }

  /** The role of a concept in a question that only names it. */
  partOf(
    concept: Concept,
    isCounting: boolean,
  ): { is: 'measure' | 'group' | 'none' } | { is: 'flag'; field: FieldRef } {
    if (concept.is === 'pair') return { is: 'measure' };
    if (concept.is === 'kind') {
      if (concept.kind === this.kind && !concept.role) return { is: 'none' };
      return { is: isCounting ? 'measure' : 'group' };
    }
    const [field] = this.#fieldsOf(concept, () => 'name');
    if (!field) return { is: 'none' };
    const type = this.#typeOf(field);
    if (type === 'boolean') return { is: 'flag', field };
    if (type === 'number') return { is: 'measure' };
    return { is: type === 'string' && !isCounting ? 'group' : 'none' };
  }

  #miss(concept: Concept): never {
    const kind = this.#lexicon.catalogue.kind(this.kind);
    throw refuse(`${kind?.plural ?? this.kind} have no ${this.#label(concept)}.`);
  }

  groups(slots: readonly GroupSlot[]): GroupBy[] {
    const time = this.#lexicon.catalogue.kind(this.kind)?.timeAttribute ?? 'createdAt';
    const groups = slots.flatMap((slot): GroupBy[] => {
      if ('unit' in slot) return [{ target: this.kind, attribute: time, unit: slot.unit }];
      const fields = this.#fieldsOf(slot.concept, (kind) => TITLE[kind] ?? 'name');
      if (fields.length === 0) this.#miss(slot.concept);
      return fields.filter(({ target }) => target !== this.kind || slot.concept.is !== 'kind').slice(0, 1);
    });
    const keys = groups.map(groupKey);
    return groups.filter((group, place) => keys.indexOf(groupKey(group)) === place).slice(0, 8);
  }

  #reducer(field: FieldRef, wished: Reducer | null, perRow: boolean): Reducer {
    const possible = reducersFor(this.#typeOf(field));
    if (wished && possible.includes(wished)) return wished;
    const usual = perRow ? 'avg' : (DEFAULT_REDUCER[`${field.target}.${field.attribute}`] ?? 'sum');
    return possible.includes(usual) ? usual : 'count';
  }

  measures(slots: QuestionSlots['measures'], perRow: boolean): Measure[] {
    const measures = slots.flatMap(({ concept, reducer }): Measure[] => {
      if (!concept) return [this.count()];
      const fields = this.#fieldsOf(concept, () => 'uuid');
      if (fields.length === 0) this.#miss(concept);
      return fields.map((field) => {
        if (concept.is !== 'kind') return { ...field, reducer: this.#reducer(field, reducer, perRow) };
        return { ...field, reducer: field.target === this.kind ? 'count' : 'countDistinct' };
      });
    });
    const keys = measures.map(measureKey);
    return measures.filter((measure, place) => keys.indexOf(measureKey(measure)) === place).slice(0, 20);
  }

  count(): Measure {
    return { target: this.kind, attribute: 'uuid', reducer: 'count' };
  }

  /** Bounds of a number of the selected rows; a count of other rows is not one. */
  #ranges({ ranges }: QuestionSlots): Filter[] {
    return ranges.flatMap(({ concept, least, most }) => {
      const counted = concept.is === 'kind' ? COUNTED[`${this.kind} ${concept.kind}`] : undefined;
      const [own] = counted
        ? [{ target: this.kind, attribute: counted }]
        : this.#fieldsOf(concept, () => 'uuid');
      if (!own || own.target !== this.kind || this.#typeOf(own) !== 'number') {
        throw refuse(`The number of ${this.#plural(concept)} cannot be bounded in words yet.`);
      }
      if (concept.is === 'pair') this.notes.push('Of lines, those added are bounded.');
      return [{ ...own, comparison: { WITHIN: [least, most] as [number | null, number | null] } }];
    });
  }

  filters({ slots, explicitFilters, values }: Findings): Query['filters'] {
    const all = [
      ...explicitFilters.map(({ field, value }) => ({ ...field, comparison: { IN: [value] } })),
      ...this.#ranges(slots),
      ...values.flatMap(({ filter }) => (filter ? [filter] : [])),
    ];
    return merged(all).map((filter) => {
      if (!this.#reachable(filter)) throw refuse(`${filter.target} does not narrow ${this.kind}.`);
      return filter;
    });
  }

  listOrder({ order }: QuestionSlots): Query['order'] {
    const kind = this.#lexicon.catalogue.kind(this.kind);
    if (!order || !kind) return [];
    const size = SIZE[this.kind];
    if (order.by === 'size' && !size)
      this.notes.push(`${kind.plural} have no size, so they are listed by date.`);
    if (order.by === 'size' && size) this.notes.push('Size is taken as the lines added.');
    const attribute = order.by === 'size' && size ? size : kind.timeAttribute;
    return [{ by: `${this.kind}.${attribute}`, direction: order.direction }];
  }
}

function joined(one: Comparison | undefined, other: Comparison): Comparison {
  if (one && 'IN' in one && 'IN' in other) return { IN: [...new Set([...one.IN, ...other.IN])] };
  if (one && 'STARTS WITH' in one && 'STARTS WITH' in other)
    return { 'STARTS WITH': [...new Set([...one['STARTS WITH'], ...other['STARTS WITH']])] };
  if (one && 'NOT IN' in one && 'NOT IN' in other) {
    return { 'NOT IN': [...new Set([...one['NOT IN'], ...other['NOT IN']])] };
  }
  return other;
}

/** Several values of one field are alternatives. */
function merged(filters: readonly Filter[]): Filter[] {
  const byField = new Map<string, Filter>();
  for (const filter of filters) {
    const { comparison } = filter;
    const key = `${fieldKey(filter)} ${Object.keys(comparison).join()}`;
    byField.set(key, { ...filter, comparison: joined(byField.get(key)?.comparison, comparison) });
  }
  return [...byField.values()];
}

const isPerson = (group: GroupBy) => group.target === 'Person' || group.target === 'Committer';

/** People are ordered by name, whatever the question asks (ruling 11). */
function groupOrder(
  groups: readonly GroupBy[],
  measures: readonly Measure[],
  slots: QuestionSlots,
  notes: string[],
): Partial<QueryInput> {
  const [first] = groups;
  const [measure] = measures;
  if (!first || !measure) return {};
  const people = groups.find(isPerson);
  if (people) {
    if (slots.order) notes.push('People are listed by name and not ranked.');
    const keys = [people, ...groups.filter((group) => group.unit)].map(groupKey);
    return { order: keys.map((by) => ({ by, direction: 'ascending' as const })) };
  }
  if (!slots.order) return {};
  const limit =
    slots.order.limit && groups.length === 1 ? Math.min(Math.max(slots.order.limit, 1), 1_000) : null;
  if (slots.order.by === 'moment') notes.push('Groups are ordered by how much happened to them.');
  return {
    order: [{ by: measureKey(measure), direction: slots.order.direction }],
    ...(limit ? { limit } : {}),
  };
}

function listing(composer: Composer, { slots }: Findings): Partial<QueryInput> {
  const order = composer.listOrder(slots);
  const limit = slots.order?.limit;
  return {
    ...(order.length > 0 ? { order } : {}),
    ...(limit ? { limit: Math.min(Math.max(limit, 1), 1_000) } : {}),
  };
}

/** True when the groups are the measured rows themselves: "lines added per commit". */
function isPerRow({ measures, groups }: QuestionSlots, kind: string): boolean {
  return (
    measures.some(({ concept }) => concept && concept.is !== 'kind') &&
    groups.some((group) => 'concept' in group && group.concept.is === 'kind' && group.concept.kind === kind)
  );
}

/** Gives concepts without a grammatical role one: numbers are measured, flags filter, the rest groups. */
function withMentioned(findings: Findings, composer: Composer): Findings {
  const { slots, mentioned, explicitFilters, values } = findings;
  const isCounting = slots.trend || slots.groups.length > 0 || slots.measures.length > 0;
  const measures = [...slots.measures];
  const groups = [...slots.groups];
  const flags = [...explicitFilters];
  for (const concept of mentioned) {
    const isNarrowed = concept.is === 'kind' && values.some(({ filter }) => filter?.target === concept.kind);
    if (isNarrowed) continue;
    const part = composer.partOf(concept, isCounting);
    if (part.is === 'measure' && (measures.length === 0 || concept.is !== 'kind'))
      measures.push({ concept, reducer: null });
    if (part.is === 'group') groups.push({ concept });
    if (part.is === 'flag') flags.push({ field: part.field, value: true, note: '' });
  }
  return { ...findings, explicitFilters: flags, slots: { ...slots, measures, groups } };
}

/** The property of a file's relation that replaces a number of the whole commit. */
const IN_FILE: Readonly<Record<string, string>> = { additions: 'linesAdded', deletions: 'linesDeleted' };

/**
 * Replaces lines of a whole commit by lines within each file, because they would count again for every file.
 */
function withinFiles(
  measures: readonly Measure[],
  groups: readonly GroupBy[],
  filters: Query['filters'],
  kind: string,
): Measure[] {
  if (kind !== 'Commit') return [...measures];
  const isOfFiles = [...groups, ...leavesOf(filters)].some(({ target }) => target === 'SourceFile');
  return measures.map((measure) => {
    const attribute = measure.target === 'Commit' ? IN_FILE[measure.attribute] : undefined;
    if (!isOfFiles || !attribute || measure.reducer !== 'sum') return measure;
    return { ...measure, target: 'SourceFile', attribute };
  });
}

/** Composes a query from the findings. What the catalogue cannot answer is noted, not guessed. */
export function composeQuery(given: Findings, lexicon: Lexicon): ComposedQuery {
  const composer = new Composer(chooseKind(given, lexicon), lexicon);
  const findings = withMentioned(given, composer);
  const { slots, window, values, timezone } = findings;
  const perRow = isPerRow(slots, composer.kind);
  const groupBys = composer.groups(slots.groups);
  const wished = composer.measures(slots.measures, perRow);
  const isList = groupBys.length === 0 && wished.length === 0 && !slots.trend;
  const filters = composer.filters(findings);
  const measures = withinFiles(wished, groupBys, filters, composer.kind);
  const aggregations = isList || measures.length > 0 ? measures : [composer.count()];
  const search = values.flatMap((value) => (value.search ? [value.search] : []));
  const input: QueryInput = {
    select: [composer.kind],
    filters,
    ...(search.length > 0 ? { search: search.map(asSearch).join(' ').slice(0, 1_000) } : {}),
    ...window,
    groupBys,
    aggregations,
    ...(isList ? listing(composer, findings) : groupOrder(groupBys, aggregations, slots, composer.notes)),
    ...(timezone ? { timezone } : {}),
  };
  const parsed = Query.safeParse(input);
  if (!parsed.success)
    throw new AppError('invalid_query', 'The question could not be turned into a query.', {
      cause: parsed.error,
    });
  return { query: parsed.data, notes: [...slots.notes, ...composer.notes] };
}

/** Quotes words that belong together, and words that the search would read as operators. */
const asSearch = (text: string): string =>
  /[\s()]|^(?:AND|OR|NOT)$/.test(text) ? `"${text.replaceAll('"', ' ')}"` : text.replaceAll('"', ' ');
