import type { CellValue, ResultSet } from '@cairn/answer';
import type { AnswerMeta, Column } from '@cairn/contracts';
import { isClockPart, type Query, type Weekday } from '@cairn/query';
import { ChartSkeleton, lazyComponent } from '@cairn/ui';
import type { LucideIcon } from 'lucide-react';
import type { TipEntities } from './tip-text.ts';
import { createElement, type ComponentType, type ReactNode } from 'react';
import type { z } from 'zod';

/** The properties of a query that decide which views may draw it. */
export interface QueryShape {
  readonly groups: number;
  readonly measures: number;
  /** The measured attribute, where it is a number of the selected kind. */
  readonly measured?: string;
  /** The selected kind. */
  readonly selects?: string;
  /** It counts what it selects, and measures nothing else. */
  readonly isCount?: true;
  /** False where its values do not add up, since it does more than count and sum. */
  readonly isAdditive?: false;
  /** It searches in texts. */
  readonly hasSearch?: true;
  /** Whether two periods are compared. */
  readonly isCompared?: boolean;
  /** Whether the first group is periods of the selected kind. */
  readonly isTimed?: boolean;
  /** Whether a group is periods, so that there is a time axis. */
  readonly hasPeriods?: boolean;
  /** Whether it measures more than counts. */
  readonly isComputed?: boolean;
}

/** The shape of a query. Without a measure the graph counts what is selected, and that is one (ruling 1). */
export function shapeOf(query: Query): QueryShape {
  const measured = measuredAttribute(query);
  return {
    groups: query.groupBys.length,
    measures: Math.max(1, query.aggregations.length) + query.formulas.length,
    ...(measured === undefined ? {} : { measured }),
    ...(query.select[0] === undefined ? {} : { selects: query.select[0] }),
    ...(isCount(query) ? { isCount: true } : {}),
    ...(isAdditive(query) ? {} : { isAdditive: false }),
    ...(query.search === '' ? {} : { hasSearch: true }),
    ...(query.compareWith ? { isCompared: true } : {}),
    ...(isTimed(query) ? { isTimed: true } : {}),
    ...(query.groupBys.some(isPeriod) ? { hasPeriods: true } : {}),
    ...(isComputed(query) ? { isComputed: true } : {}),
  };
}

const isTimed = ({ groupBys: [group], select: [kind] }: Query) =>
  group?.unit !== undefined && group.target === kind;
const isPeriod = ({ unit }: Query['groupBys'][number]) => unit !== undefined && !isClockPart(unit);
const isComputed = ({ aggregations, formulas }: Query) =>
  formulas.length > 0 ||
  aggregations.some(({ reducer }) => reducer !== 'count' && reducer !== 'countDistinct');

const isAdditive = ({ aggregations, formulas }: Query) =>
  formulas.length === 0 && aggregations.every(({ reducer }) => reducer === 'count' || reducer === 'sum');

function isCount({ select, aggregations, formulas }: Query): boolean {
  const isOwn = ({ target, attribute, reducer }: Query['aggregations'][number]) =>
    target === select[0] && attribute === 'uuid' && reducer === 'count';
  return formulas.length === 0 && aggregations.every(isOwn);
}

/** Reducers that only numbers have. */
const OF_NUMBERS = new Set(['sum', 'avg', 'p25', 'median', 'p75', 'p90', 'p95']);

/** The number of the selected kind that a query measures. Undefined where it counts, or measures a related kind. */
function measuredAttribute({ select, aggregations: [measure] }: Query): string | undefined {
  if (!measure || measure.target !== select[0] || !OF_NUMBERS.has(measure.reducer)) return undefined;
  return measure.attribute;
}

export type Fit =
  | { readonly ok: true; /** Higher is offered first. */ readonly rank: number }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The query has more than the view can draw, not less. */ readonly isOver: boolean;
    };

/** Which route of svc-graph answers a view. */
export type AnswerKind = 'entities' | 'groups' | 'series';

/** A further answer that a view draws beside its own, such as the time series behind a figure. */
export interface FurtherQuery {
  readonly kind: AnswerKind;
  readonly query: Query;
}
/** The further answers of a view by name; one that is not there yet, or failed, is missing. */
export type FurtherAnswers = Readonly<Partial<Record<string, ResultSet>>>;

/** The settings of a view, where their type is not known. */
export type ViewConfig = Record<string, unknown>;

export interface SettingOption {
  readonly value: string;
  readonly label: string;
}

/** A setting that a person can change in the popover of a view. */
export type ViewSetting<C = ViewConfig, Key extends string = string> = {
  readonly key: Key;
  readonly label: string;
  /** Whether the setting applies now; always by default. */
  applies?(config: C, shape: QueryShape): boolean;
  /** What else a new value changes; a choice among columns knows them. */
  sets?(value: unknown, columns: readonly Column[]): Readonly<ViewConfig>;
} & (
  | {
      readonly kind: 'toggle';
      /** The stored values of on and off, where they are not true and false. Off may depend on the answer. */
      readonly values?: { readonly on: unknown; off(meta: AnswerMeta | undefined): unknown };
    }
  | {
      readonly kind: 'choice';
      readonly options: readonly SettingOption[];
      /** Further options, by the columns of the answer. */
      optionsOf?(columns: readonly Column[]): readonly SettingOption[];
      /** The chosen option, where it is not the stored value. */
      chosen?(config: C, columns: readonly Column[]): string | null | undefined;
    }
  | {
      readonly kind: 'several';
      readonly options: readonly SettingOption[];
      /** The options by the columns of the answer; where none is stored, all are chosen. */
      optionsOf?(columns: readonly Column[]): readonly SettingOption[];
    }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      /** An empty field is null. */
      readonly isOptional?: true;
    }
  /** One of the moments of the selected kind, or none. */
  | { readonly kind: 'moment' }
  /** A palette of series or a theme of shades. */
  | { readonly kind: 'colors'; readonly form: 'series' | 'shades' }
);

/** One button of the view picker: a view with the part of its config that the button sets. */
export interface ViewChoice {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly config: Readonly<ViewConfig>;
}

/** What a page offers around a view. A definition states what differs from a chart. */
export interface ViewCapabilities {
  /** Shows one page of rows at a time, so a pager appears beneath it. */
  readonly pages: boolean;
  /** A person may choose the columns of rows. */
  readonly columns: boolean;
  /** Shows exact values in rows and columns, so it needs no table in its place. */
  readonly isTabular: boolean;
  /** When the page lists the rows beneath the view. `collapsed` lists them outside of fullscreen. */
  readonly rowsBeneath: 'never' | 'collapsed' | 'always';
  /** The most groups of a query; with more the graph is not asked. */
  readonly maxGroups: number;
  /** A person can narrow the dates in the view itself. */
  readonly setsDates: boolean;
  /** A class of the view's own style sheet for the frame that the view and its sample sizes stand in. */
  readonly frameClass?: string | undefined;
  /** Shown until the first answer is there. */
  readonly Skeleton: ComponentType;
}

interface ViewCore<C> {
  /** The id that saved states hold; never changes. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Reads any stored config: unknown values become defaults, numbers are clamped (X§5). */
  readonly config: z.ZodType<C>;
  readonly settings: readonly ViewSetting<C>[];
  /** Whether the view can draw a shape, with the reason when it cannot. */
  fits(shape: QueryShape): Fit;
  /** The route that answers the view. */
  answers(query: Query): AnswerKind;
  /** The query as the view needs it: its own order, limit and paging. */
  request(query: Query, config: C): Query;
  /** The height in pixels that the rows of an answer need; null where it draws as well in any. */
  heightOf?(answer: ResultSet, config: C): number | null;
}

export interface ViewAlias {
  readonly id: string;
  readonly config: Readonly<ViewConfig>;
  /** The stored config that the id must come with, where the id alone names another view. */
  readonly when?: Readonly<ViewConfig>;
}

interface ViewExtras {
  /** Older ids of the view in saved states, each with the part of its config that the id meant. */
  readonly aliases: readonly ViewAlias[];
  /** The buttons of the picker; by default one that sets nothing. */
  readonly choices: readonly ViewChoice[];
  /** The id of the choice that is drawn, where the query has a say in it. */
  choiceShown?(config: Readonly<ViewConfig>, shape: QueryShape): string | undefined;
  /** A stored config for other dates than it was made for. */
  configForNewDates(config: Readonly<ViewConfig>): Readonly<ViewConfig>;
  /** What it is a layout of, and the settings that mean the same in its other layouts. */
  readonly layout?: { readonly of: string; readonly keeps: readonly string[] };
  /** The id of the view that draws a query in its place that it does not fit. */
  readonly instead?: string;
  /** What of a stored config the query does not have any more, in sentences. */
  misses?(config: Readonly<ViewConfig>, query: Query): readonly string[];
}

interface ViewFurther<C> {
  /** The further answers that the view draws beside its own, by name; none by default. Some depend on its own answer. */
  further(query: Query, config: C, answer?: ResultSet): Readonly<Partial<Record<string, FurtherQuery>>>;
}

/** The complete definition of a view; its component is loaded on first use. */
export interface ViewDefinition<C = ViewConfig>
  extends ViewCore<C>, ViewExtras, ViewFurther<C>, ViewCapabilities {
  Component(props: ViewProps<C>): ReactNode;
}

/** The definition as the folder of a view writes it. */
interface ViewSpec<C>
  extends ViewCore<C>, Partial<ViewExtras>, Partial<ViewFurther<C>>, Partial<ViewCapabilities> {
  readonly settings: readonly ViewSetting<C, keyof C & string>[];
  /** Imports the component, so that it becomes a chunk of its own. */
  load(): Promise<ComponentType<ViewProps<C>>>;
}

const CHART: ViewCapabilities = {
  pages: false,
  columns: false,
  isTabular: false,
  rowsBeneath: 'collapsed',
  maxGroups: 8,
  setsDates: false,
  Skeleton: () => createElement(ChartSkeleton, { height: '100%' }),
};

/** Completes the definition of a view with the capabilities of a chart. */
export function defineView<C>({ load, ...spec }: ViewSpec<C>): ViewDefinition<C> {
  const { id, label, icon } = spec;
  return {
    ...CHART,
    aliases: [],
    choices: [{ id, label, icon, config: {} }],
    configForNewDates: (config) => config,
    further: () => ({}),
    ...spec,
    Component: lazyComponent(load),
  };
}

/** A group of a selection: one of its values, or all but those that are drawn beside Other. */
export interface SelectedGroup {
  readonly column: Column;
  readonly value: CellValue;
  readonly except?: readonly CellValue[];
}

/** A row or a mark that a person chose. */
export interface Selection {
  readonly groups: readonly SelectedGroup[];
  /** The index of the chosen mark in its picture. */
  readonly mark?: number;
  /** The key of the measure of the mark, where the picture has several. */
  readonly measure?: string;
  /** The query that the mark is of, where it is not the one of the picture. */
  readonly query?: Query;
  /** The query of the rows behind it, where its groups do not tell. */
  readonly rows?: Query;
  /** The entity behind the row, when the row is one. */
  readonly uuid?: string;
  /** All entities of the same answer in order, so that a drawer can step through them. */
  readonly siblings?: readonly string[];
  /** Where on the screen it was chosen. */
  readonly anchor: { readonly x: number; readonly y: number };
}

/** Reads the entities behind a value, for its tooltip; null where they have no states. */
export type Peek = (
  selection: Pick<Selection, 'groups' | 'measure'>,
  signal: AbortSignal,
) => Promise<TipEntities | null>;

export interface ViewProps<C = ViewConfig> {
  readonly answer: ResultSet;
  readonly query: Query;
  readonly config: C;
  readonly label: string;
  readonly timezone: string;
  /** The day that a row of weekdays begins with; Monday by default. */
  readonly firstDay?: Weekday;
  /** Epoch ms; periods that end later are partial. */
  readonly now: number;
  /** Colour slots of categories that are drawn elsewhere already, e.g. on the same board. */
  readonly colors?: ReadonlyMap<string, number>;
  /** Told which categories the view colours. */
  readonly onCategories?: (keys: readonly string[]) => void;
  readonly further?: FurtherAnswers;
  readonly onSelect?: (selection: Selection) => void;
  /** Draws the query as a table, where the page can; by default the picture gives way to its values. */
  readonly onTable?: (() => void) | undefined;
  readonly peek?: Peek;
  onConfigChange?(this: void, config: C): void;
  /** Tells how many rows there is room for, where the view asks for as many. */
  readonly onRoom?: (rows: number) => void;
  /** Narrows the dates to a span; given to views that set dates. */
  readonly onZoom?: (start: number, end: number) => void;
}

/** The texts of X§5 for a view that needs one or two groups and one measure. */
export function fitsOneOrTwoGroups({ groups, measures }: QueryShape, rank: number, most = 1): Fit {
  if (groups < 1) return { ok: false, isOver: false, reason: 'Minimum 1 groups required' };
  if (groups > 2) return { ok: false, isOver: true, reason: 'Maximum 2 groups exceeded.' };
  if (measures < 1) return { ok: false, isOver: false, reason: 'Minimum 1 measures required' };
  if (measures > most)
    return {
      ok: false,
      isOver: true,
      reason: most === 1 ? 'Maximum 1 groups exceeded.' : `Maximum ${most} measures exceeded.`,
    };
  // Each of several measures is a series, which leaves no room for a second group.
  if (measures > 1 && groups > 1) return { ok: false, isOver: true, reason: 'Maximum 1 groups exceeded.' };
  return { ok: true, rank };
}

/** The texts of X§5 for a view that needs one group and one measure. */
export function fitsOneGroup({ groups, measures }: QueryShape, rank: number): Fit {
  if (groups < 1) return { ok: false, isOver: false, reason: 'Minimum 1 groups required' };
  if (groups > 1) return { ok: false, isOver: true, reason: 'Maximum 1 groups exceeded.' };
  return measures > 1
    ? { ok: false, isOver: true, reason: 'Exactly 1 measure required' }
    : { ok: true, rank };
}
