import type { AnswerMeta, Column } from '@cairn/contracts';
import type { Query, Weekday } from '@cairn/query';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { ResultSet, CellValue } from '@cairn/answer';

/** What of a query decides which views may draw it. */
export interface Shape {
  readonly groups: number;
  readonly measures: number;
}

/** No measure means the count of what is selected, so that counts as one (ruling 1). */
export function shapeOf(query: Query): Shape {
  return {
    groups: query.groupBys.length,
    measures: Math.max(1, query.aggregations.length) + query.formulas.length,
  };
}

export type Fit =
  | { readonly ok: true; /** Higher is offered first. */ readonly rank: number }
  | {
      readonly ok: false;
      readonly reason: string;
      /** More than it can draw, not less. */ readonly isOver: boolean;
    };

export type ViewId = 'unifiedTable' | 'barChart' | 'overTime' | 'metric' | 'heatMap' | 'treeMap';
/** Which of the three questions a view puts to the graph. */
export type AnswerKind = 'entities' | 'groups' | 'series';

/** A setting that a person can change, for the popover that lists them. */
export type Setting<C> = {
  readonly key: keyof C & string;
  readonly label: string;
  readonly applies?: (config: C, shape: Shape) => boolean;
} & (
  | {
      readonly kind: 'toggle';
      /** What on and off mean where that is not yes and no; off may depend on what is shown. */
      readonly values?: { readonly on: unknown; off(meta: AnswerMeta | undefined): unknown };
    }
  | { readonly kind: 'choice'; readonly options: readonly { value: string; label: string }[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
);

/** All that is known of a view without loading what draws it. */
export interface ViewDefinition<C = Record<string, unknown>> {
  readonly id: ViewId;
  readonly label: string;
  /** lucide icon name in kebab case. */
  readonly icon: string;
  /** Reads any stored config: unknown values become defaults, numbers are clamped (X§5). */
  readonly config: z.ZodType<C>;
  readonly settings: readonly Setting<C>[];
  fits(shape: Shape): Fit;
  answers(query: Query): AnswerKind;
  /** The query as this view asks it: order, limit and paging of its own. */
  ask(query: Query, config: C): Query;
}

/** A row or a mark that a person chose. */
export interface Selection {
  readonly groups: readonly { readonly column: Column; readonly value: CellValue }[];
  /** The entity behind the row, when the row is one. */
  readonly uuid?: string;
  /** All entities of the same answer in order, so that a drawer can step through them. */
  readonly siblings?: readonly string[];
  /** Where on the screen it was chosen. */
  readonly anchor: { readonly x: number; readonly y: number };
}

export interface ViewProps<C = Record<string, unknown>> {
  readonly answer: ResultSet;
  readonly query: Query;
  readonly config: C;
  readonly label: string;
  readonly timezone: string;
  /** The day that a row of weekdays begins with; Monday unless told. */
  readonly firstDay?: Weekday;
  /** Epoch ms; periods that end later are partial. */
  readonly now: number;
  /** Colour slots of categories that are drawn elsewhere already, e.g. on the same board. */
  readonly colors?: ReadonlyMap<string, number>;
  readonly onSelect?: (selection: Selection) => void;
  readonly onConfigChange?: (config: C) => void;
  /** Narrows the dates to what was dragged over. */
  readonly onZoom?: (start: number, end: number) => void;
}

/** A view with what draws it; the component comes in its own chunk. */
export interface ViewEntry {
  readonly definition: ViewDefinition;
  readonly Component: ComponentType<ViewProps>;
}

/** The texts of X§5 for a view that needs one or two groups and one measure. */
export function fitsOneOrTwoGroups({ groups, measures }: Shape, rank: number): Fit {
  if (groups < 1) return { ok: false, isOver: false, reason: 'Minimum 1 groups required' };
  if (groups > 2) return { ok: false, isOver: true, reason: 'Maximum 2 groups exceeded.' };
  if (measures < 1) return { ok: false, isOver: false, reason: 'Minimum 1 measures required' };
  if (measures > 1) return { ok: false, isOver: true, reason: 'Maximum 1 groups exceeded.' };
  return { ok: true, rank };
}
