import { STANDARD_VIEWS } from '@cairn/contracts';
import type { Query } from '@cairn/query';
import { ChartArea, ChartBar, ChartColumn, ChartLine } from 'lucide-react';
import { z } from 'zod';
import { CHANGE_FIELDS } from '../change.ts';
import { choice, clamped, flag, options } from '../config-fields.ts';
import { againstOf, againstQuery } from './against.ts';
import { groupTotals } from './group-totals.ts';
import { samplesQuery } from '../samples-query.ts';
import { THEME_FIELD, themeSetting } from '../theme-field.ts';
import { MOST_MEASURES } from '../measures.ts';
import { FORMAT_FIELDS, FORMAT_SETTING } from '../number-format.ts';
import { OVERLAY_FIELDS, OVERLAY_SETTINGS, overlayQueries } from '../overlays/overlays.ts';
import { chartRequest } from '../order.ts';
import { rowsHeight } from '../rows-height.ts';
import { MEASURED_UNIT_SETTING, SHOWN_UNITS } from '../shown-unit.ts';
import {
  defineView,
  fitsOneOrTwoGroups,
  shapeOf,
  type QueryShape,
  type ViewChoice,
  type ViewSetting,
} from '../view.ts';

/** Bars, columns, lines and areas: one view in four displays (X§2, X§3). */
export const BarConfig = z.object({
  displayType: choice(['bars', 'lines', 'area']),
  vertical: flag(false),
  bars: choice(['stack', 'split', 'percent']),
  values: flag(true),
  labels: flag(true),
  asPercent: flag(false),
  timeUnit: choice(SHOWN_UNITS),
  legend: flag(true),
  showGrid: flag(true),
  showValueAxis: flag(true),
  invertGroups: flag(false),
  curveType: choice(['linear', 'smooth', 'step']),
  stackOrder: choice(['bottom-up', 'top-down']),
  focusedStack: z.string().max(500).nullable().catch(null).default(null),
  sortBy: choice(['natural', 'value', 'name']),
  sortDirection: choice(['descending', 'ascending']),
  limit: clamped(1, 1_000, 50),
  minSegmentSize: clamped(0, 20, 2),
  barGroupSpacing: clamped(0, 100, 10),
  barPadding: clamped(0, 100, 25),
  barBorderRadius: clamped(0, 20, 2),
  barBorderWidth: clamped(0, 5, 0),
  showChangeAs: CHANGE_FIELDS.showChangeAs,
  against: z.string().max(200).nullable().catch(null).default(null),
  ...THEME_FIELD,
  ...FORMAT_FIELDS,
  ...OVERLAY_FIELDS,
});
export type BarConfig = z.infer<typeof BarConfig>;

const isBars = ({ displayType }: BarConfig) => displayType === 'bars';
const hasShares = (_: BarConfig, { measures, isAdditive }: QueryShape) =>
  measures === 1 && isAdditive !== false;
/** Lying bars of one series have their figures beside them, which leaves nothing for an axis to say. */
const hasAxis = (config: BarConfig, { groups, measures, hasPeriods }: QueryShape) =>
  !isBars(config) || config.vertical || hasPeriods === true || groups > 1 || measures > 1 || !config.values;
const isTwo = (_: BarConfig, { groups }: QueryShape) => groups > 1;

const SETTINGS: readonly ViewSetting<BarConfig, keyof BarConfig>[] = [
  {
    key: 'against',
    label: 'Count also by',
    kind: 'moment',
    applies: (_, { isTimed, groups, measures }) => isTimed === true && groups === 1 && measures === 1,
  },
  themeSetting('series'),
  FORMAT_SETTING,
  MEASURED_UNIT_SETTING,
  ...OVERLAY_SETTINGS,
  {
    key: 'showChangeAs',
    label: 'Change as',
    kind: 'choice',
    options: options(['percentage', 'Percentage'], ['value', 'Value']),
    applies: (_, { isCompared }) => isCompared === true,
  },
  {
    key: 'bars',
    label: 'Second group',
    kind: 'choice',
    options: options(['stack', 'Stacked'], ['split', 'Side by side'], ['percent', 'Share of 100%']),
    applies: (config, shape) =>
      isTwo(config, shape) && config.displayType !== 'lines' && shape.isAdditive !== false,
  },
  { key: 'invertGroups', label: 'Swap the groups', kind: 'toggle', applies: isTwo },
  {
    key: 'sortBy',
    label: 'Order',
    kind: 'choice',
    options: options(['natural', 'Automatic'], ['value', 'By value'], ['name', 'By name']),
    applies: isBars,
  },
  {
    key: 'sortDirection',
    label: 'Direction',
    kind: 'choice',
    options: options(['descending', 'Descending'], ['ascending', 'Ascending']),
    applies: (config) => isBars(config) && config.sortBy !== 'natural',
  },
  {
    key: 'curveType',
    label: 'Line',
    kind: 'choice',
    options: options(['linear', 'Straight'], ['smooth', 'Smooth'], ['step', 'Steps']),
    applies: (config) => !isBars(config),
  },
  {
    key: 'values',
    label: 'Values on the bars',
    kind: 'toggle',
    // Of several bars side by side, or shares of a whole, there is no room for each.
    applies: (config, { groups }) => isBars(config) && (groups === 1 || config.bars === 'stack'),
  },
  { key: 'asPercent', label: 'Values as shares of their sum', kind: 'toggle', applies: hasShares },
  { key: 'labels', label: 'Labels', kind: 'toggle' },
  { key: 'showGrid', label: 'Grid lines', kind: 'toggle', applies: hasAxis },
  { key: 'showValueAxis', label: 'Value axis', kind: 'toggle', applies: hasAxis },
  { key: 'legend', label: 'Legend', kind: 'toggle', applies: isTwo },
  { key: 'limit', label: 'Most bars', kind: 'number', min: 1, max: 1_000, applies: isBars },
  {
    key: 'stackOrder',
    label: 'Stacked from',
    kind: 'choice',
    options: options(['bottom-up', 'The largest'], ['top-down', 'The smallest']),
    applies: (config, shape) =>
      isTwo(config, shape) && config.displayType !== 'lines' && config.bars !== 'split',
  },
  {
    key: 'barPadding',
    label: 'Room between bars, in percent',
    kind: 'number',
    min: 0,
    max: 100,
    applies: isBars,
  },
  {
    key: 'barGroupSpacing',
    label: 'Room inside a group, in percent',
    kind: 'number',
    min: 0,
    max: 100,
    applies: (config, shape) => isBars(config) && isTwo(config, shape) && config.bars === 'split',
  },
  {
    key: 'barBorderRadius',
    label: 'Rounded corners, in pixels',
    kind: 'number',
    min: 0,
    max: 20,
    applies: (config, { groups }) => isBars(config) && (groups === 1 || config.bars === 'split'),
  },
  { key: 'barBorderWidth', label: 'Border, in pixels', kind: 'number', min: 0, max: 5, applies: isBars },
  {
    key: 'minSegmentSize',
    label: 'Shortest bar, in pixels',
    kind: 'number',
    min: 0,
    max: 20,
    applies: isBars,
  },
];

const CHOICES: readonly ViewChoice[] = [
  { id: 'bar', label: 'Bar', icon: ChartBar, config: { displayType: 'bars', vertical: false } },
  { id: 'vertical', label: 'Vertical', icon: ChartColumn, config: { displayType: 'bars', vertical: true } },
  { id: 'line', label: 'Line', icon: ChartLine, config: { displayType: 'lines' } },
  { id: 'area', label: 'Area', icon: ChartArea, config: { displayType: 'area' } },
];

/** A row whose bar and name are easy to read. */
const ROW_PX = 32;
const PERIODS = 2_000;
/** More groups than are drawn, so that the share of those left out is known. */
const GROUPS = 1_000;
const TWO_GROUPS = 20_000;

function requestOfBars(query: Query, config: BarConfig): Query {
  const limit = query.groupBys.length > 1 ? TWO_GROUPS : query.groupBys[0]?.unit ? PERIODS : GROUPS;
  const sort = config.sortBy === 'natural' ? undefined : config.sortBy;
  return chartRequest(query, limit, sort, config.sortDirection === 'ascending');
}

export const bar = defineView<BarConfig>({
  id: STANDARD_VIEWS.bar,
  label: 'Bar',
  icon: ChartBar,
  config: BarConfig,
  settings: SETTINGS,
  choices: CHOICES,
  // Periods run from left to right, so bars stand.
  choiceShown: ({ displayType, invertGroups }, { hasPeriods }) =>
    displayType === 'bars' && hasPeriods && invertGroups !== true ? 'vertical' : undefined,
  fits: (shape) => fitsOneOrTwoGroups(shape, shape.groups === 1 ? 90 : 60, MOST_MEASURES),
  answers: () => 'groups',
  request: requestOfBars,
  heightOf: (answer, config) => {
    const groups = answer.columns.filter(({ role }) => role === 'group');
    const isLying = isBars(config) && !config.vertical && !groups.some(({ dateUnit }) => dateUnit);
    if (!isLying) return null;
    const [group] = config.invertGroups ? groups.toReversed() : groups;
    const around = groups.length > 1 ? 64 : 14;
    return rowsHeight(answer, group, { row: ROW_PX, around, most: config.limit });
  },
  further: (query, config, answer) => {
    const moment = againstOf(query, config.against);
    const against = moment && chartRequest(againstQuery(query, moment), PERIODS);
    const overlays = shapeOf(query).hasPeriods ? overlayQueries(query, config) : {};
    const samples = samplesQuery(query, requestOfBars(query, config));
    const totals = groupTotals(query, answer);
    return {
      ...samples,
      ...totals,
      ...overlays,
      ...(against ? { against: { kind: 'groups', query: against } } : {}),
    };
  },
  load: async () => (await import('./bar-view.tsx')).BarView,
});
