import { STANDARD_VIEWS } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { draw, drawNothing, frame, known, viewUnderTest } from '../test/drawn-view.tsx';
import { OPTION_SAMPLES, type OptionSample } from '../test/option-samples.ts';
import type { Sample } from '../test/samples.ts';
import { requestOf } from './request.ts';
import { shapeOf, type ViewConfig, type ViewDefinition } from './view.ts';
import { viewMeant, VIEWS } from './views.ts';

viewUnderTest();

/** An option of the specification (X§3): where it stands, its default, another value, and what changes it. */
interface Option {
  readonly view: string;
  readonly key: string;
  readonly otherwise: unknown;
  readonly other: unknown;
  /** The label of its setting or of its button in the picker, or the gesture on the picture itself. */
  readonly control: { readonly setting: string } | { readonly picker: string } | { readonly gesture: string };
  readonly sample?: OptionSample;
  readonly with?: ViewConfig;
  /** The ends to which a number is clamped (X§5). */
  readonly clamp?: readonly [number, number];
  /** Where it shows: in the picture, unless the request or another view does it. */
  readonly shows?: 'request' | 'view' | 'room';
}

const { table, bar, time, metric, heatMap, treeMap } = STANDARD_VIEWS;
const setting = (label: string) => ({ setting: label });
const changes = (view: string, sample: OptionSample = 'compared'): Option[] => [
  {
    view,
    key: 'showChangeAs',
    otherwise: 'percentage',
    other: 'value',
    control: setting('Change as'),
    sample,
  },
  {
    view,
    key: 'showChangeValues',
    otherwise: true,
    other: false,
    control: setting('Earlier values'),
    sample,
  },
  {
    view,
    key: 'changeColor',
    otherwise: 'text',
    other: 'green-red',
    control: setting('Colour of the change'),
    sample,
  },
];
const theme = (view: string, sample: OptionSample = 'one'): Option => {
  const control = setting('Colours');
  return { view, key: 'theme', otherwise: null, other: 'accessible', control, sample };
};
const durations = (view: string, sample: OptionSample = 'durations'): Option => {
  const control = setting('Durations in');
  return { view, key: 'timeUnit', otherwise: 'auto', other: 'hours', control, sample };
};

const OF_TABLES: readonly Option[] = [
  { view: table, key: 'columns', otherwise: [], other: ['n', 'r'], control: { gesture: 'drag' } },
  { view: table, key: 'allowWide', otherwise: false, other: true, control: setting('Wide columns') },
  { view: table, key: 'allowWrap', otherwise: false, other: true, control: setting('Wrap texts') },
  {
    view: table,
    key: 'autoPageSize',
    otherwise: false,
    other: true,
    control: setting('As many rows as fit'),
    shows: 'room',
  },
  {
    view: table,
    key: 'layout',
    otherwise: 'flat',
    other: 'pivot',
    control: { picker: 'Pivot' },
    sample: 'two',
    shows: 'view',
  },
  {
    view: table,
    key: 'layout',
    otherwise: 'flat',
    other: 'nested',
    control: { picker: 'Tree' },
    sample: 'two',
    shows: 'view',
  },
  { view: table, key: 'limit', otherwise: null, other: 3, control: setting('Most rows'), shows: 'request' },
  {
    view: table,
    key: 'sortBy',
    otherwise: null,
    other: 'count(PullRequest.uuid)',
    control: { gesture: 'header' },
    shows: 'request',
  },
  {
    view: table,
    key: 'sortDirection',
    otherwise: 'ascending',
    other: 'descending',
    control: { gesture: 'header' },
    with: { sortBy: 'count(PullRequest.uuid)' },
    shows: 'request',
  },
  durations(table),
  ...changes(table),
];

const OF_PIVOTS: readonly Option[] = [
  {
    view: 'pivotTable',
    key: 'pivotGroupIndex',
    otherwise: 0,
    other: 1,
    control: setting('Columns'),
    sample: 'two',
  },
  {
    view: 'pivotTable',
    key: 'pivotBy',
    otherwise: null,
    other: 'PullRequest.status',
    control: setting('Columns'),
    sample: 'two',
  },
  {
    view: 'pivotTable',
    key: 'measuresAsColumns',
    otherwise: true,
    other: false,
    control: setting('Measures side by side'),
    sample: 'several',
  },
  {
    view: 'pivotTable',
    key: 'sortColumns',
    otherwise: 'natural',
    other: 'name',
    control: setting('Order of the columns'),
    sample: 'two',
  },
  {
    view: 'pivotTable',
    key: 'columns',
    otherwise: [],
    other: ['t'],
    control: setting('Measures'),
    sample: 'several',
  },
  {
    view: 'pivotTable',
    key: 'showRollups',
    otherwise: false,
    other: true,
    control: setting('Statistics of the cells in a row'),
    sample: 'two',
  },
  {
    view: 'pivotTable',
    key: 'selectedRollupStats',
    otherwise: ['min', 'max', 'sum', 'avg'],
    other: ['max'],
    control: setting('Statistics'),
    sample: 'two',
    with: { showRollups: true },
  },
  {
    view: 'pivotTable',
    key: 'rollupMeasureKey',
    otherwise: null,
    other: 't',
    control: setting('Of the measure'),
    sample: 'several',
    with: { showRollups: true },
  },
  {
    view: 'pivotTable',
    key: 'enableSorting',
    otherwise: true,
    other: false,
    control: setting('Sort by a column'),
    sample: 'two',
    with: { sortBy: 'value' },
  },
  {
    view: 'pivotTable',
    key: 'sortBy',
    otherwise: null,
    other: 'value',
    control: { gesture: 'header' },
    sample: 'two',
  },
  {
    view: 'pivotTable',
    key: 'sortDirection',
    otherwise: 'ascending',
    other: 'descending',
    control: { gesture: 'header' },
    sample: 'two',
    with: { sortBy: 'value' },
  },
  {
    view: 'nestedTable',
    key: 'invertNesting',
    otherwise: false,
    other: true,
    control: setting('Last group outermost'),
    sample: 'two',
  },
  durations('pivotTable'),
  ...changes('pivotTable'),
  ...changes('nestedTable'),
];

const OF_FIGURES: readonly Option[] = [
  { view: heatMap, key: 'hex', otherwise: false, other: true, control: setting('Hexagons'), sample: 'two' },
  { view: heatMap, key: 'labels', otherwise: true, other: false, control: setting('Labels'), sample: 'two' },
  { view: heatMap, key: 'legend', otherwise: true, other: false, control: setting('Legend'), sample: 'two' },
  {
    view: heatMap,
    key: 'values',
    otherwise: true,
    other: false,
    control: setting('Values in the tiles'),
    sample: 'two',
  },
  {
    view: heatMap,
    key: 'invertAxes',
    otherwise: false,
    other: true,
    control: setting('Swap the axes'),
    sample: 'two',
  },
  {
    view: heatMap,
    key: 'invertComparisonColors',
    otherwise: false,
    other: true,
    control: setting('Less is green'),
    sample: 'compared',
  },
  theme(heatMap, 'two'),
  { view: metric, key: 'sort', otherwise: 'descending', other: 'ascending', control: setting('Order') },
  { view: metric, key: 'size', otherwise: 'large', other: 'small', control: setting('Size') },
  {
    view: metric,
    key: 'column',
    otherwise: null,
    other: 'change(n)',
    control: setting('Figure'),
    sample: 'compared',
  },
  durations(metric),
  {
    view: time,
    key: 'unit',
    otherwise: 'auto',
    other: 'hours',
    control: setting('Automatic time unit'),
    shows: 'request',
  },
  {
    view: time,
    key: 'displayType',
    otherwise: 'bars',
    other: 'line',
    control: setting('Display'),
    sample: 'series',
  },
  {
    view: time,
    key: 'labels',
    otherwise: true,
    other: false,
    control: setting('Axis labels'),
    sample: 'series',
  },
  { view: treeMap, key: 'layout', otherwise: 'squarify', other: 'slice', control: setting('Layout') },
  {
    view: treeMap,
    key: 'invertAxis',
    otherwise: false,
    other: true,
    control: setting('Swap the groups'),
    sample: 'two',
  },
  { view: treeMap, key: 'labels', otherwise: true, other: false, control: setting('Labels') },
  { view: treeMap, key: 'legend', otherwise: true, other: false, control: setting('Legend'), sample: 'two' },
  { view: treeMap, key: 'labelType', otherwise: 'name', other: 'name-value', control: setting('Label') },
  theme(treeMap),
];

const OF_CHARTS: readonly Option[] = [
  {
    view: bar,
    key: 'labels',
    otherwise: true,
    other: false,
    control: setting('Labels'),
    with: { vertical: true },
  },
  { view: bar, key: 'labels', otherwise: true, other: false, control: setting('Labels') },
  { view: bar, key: 'legend', otherwise: true, other: false, control: setting('Legend'), sample: 'two' },
  {
    view: bar,
    key: 'asPercent',
    otherwise: false,
    other: true,
    control: setting('Values as shares of their sum'),
  },
  {
    view: bar,
    key: 'showGrid',
    otherwise: true,
    other: false,
    control: setting('Grid lines'),
    sample: 'two',
  },
  { view: bar, key: 'values', otherwise: true, other: false, control: setting('Values on the bars') },
  { view: bar, key: 'vertical', otherwise: false, other: true, control: { picker: 'Vertical' } },
  {
    view: bar,
    key: 'showValueAxis',
    otherwise: true,
    other: false,
    control: setting('Value axis'),
    sample: 'two',
  },
  {
    view: bar,
    key: 'invertGroups',
    otherwise: false,
    other: true,
    control: setting('Swap the groups'),
    sample: 'two',
  },
  {
    view: bar,
    key: 'bars',
    otherwise: 'stack',
    other: 'percent',
    control: setting('Second group'),
    sample: 'two',
  },
  { view: bar, key: 'displayType', otherwise: 'bars', other: 'lines', control: { picker: 'Line' } },
  { view: bar, key: 'displayType', otherwise: 'bars', other: 'area', control: { picker: 'Area' } },
  {
    view: bar,
    key: 'curveType',
    otherwise: 'linear',
    other: 'smooth',
    control: setting('Line'),
    with: { displayType: 'lines' },
  },
  {
    view: bar,
    key: 'minSegmentSize',
    otherwise: 2,
    other: 20,
    control: setting('Shortest bar, in pixels'),
    clamp: [0, 20],
  },
  {
    view: bar,
    key: 'barGroupSpacing',
    otherwise: 10,
    other: 90,
    control: setting('Room inside a group, in percent'),
    clamp: [0, 100],
    sample: 'two',
    with: { bars: 'split' },
  },
  {
    view: bar,
    key: 'barPadding',
    otherwise: 25,
    other: 80,
    control: setting('Room between bars, in percent'),
    clamp: [0, 100],
  },
  {
    view: bar,
    key: 'barBorderRadius',
    otherwise: 2,
    other: 12,
    control: setting('Rounded corners, in pixels'),
    clamp: [0, 20],
  },
  {
    view: bar,
    key: 'barBorderWidth',
    otherwise: 0,
    other: 3,
    control: setting('Border, in pixels'),
    clamp: [0, 5],
  },
  {
    view: bar,
    key: 'focusedStack',
    otherwise: null,
    other: 'Open',
    control: { gesture: 'legend' },
    sample: 'two',
  },
  {
    view: bar,
    key: 'stackOrder',
    otherwise: 'bottom-up',
    other: 'top-down',
    control: setting('Stacked from'),
    sample: 'two',
  },
  { view: bar, key: 'limit', otherwise: 50, other: 3, control: setting('Most bars'), clamp: [1, 1_000] },
  { view: bar, key: 'sortBy', otherwise: 'natural', other: 'name', control: setting('Order') },
  {
    view: bar,
    key: 'sortDirection',
    otherwise: 'descending',
    other: 'ascending',
    control: setting('Direction'),
    with: { sortBy: 'value' },
  },
  {
    view: bar,
    key: 'showChangeAs',
    otherwise: 'percentage',
    other: 'value',
    control: setting('Change as'),
    sample: 'compared',
  },
  theme(bar, 'two'),
  durations(bar),
];

const OPTIONS = [...OF_TABLES, ...OF_PIVOTS, ...OF_FIGURES, ...OF_CHARTS];
const rows = OPTIONS.map(
  (option) => [`${option.key} of ${option.view} as ${String(option.other)}`, option] as const,
);

/** The words, places and colours of the picture, without ids that are new in each. */
const seen = () => frame.innerHTML.replaceAll(/(id="|url\(#|clip-path=")[^")]*/g, '');

/** The picture once it stands still. */
async function settled(): Promise<string> {
  let [before, calm] = ['', 0];
  await expect
    .poll(
      () => {
        const now = seen();
        const isDrawn = frame.querySelector('[data-mark], [data-figure], [role=row]') !== null;
        calm = isDrawn && now === before ? calm + 1 : 0;
        before = now;
        return calm;
      },
      { interval: 20 },
    )
    .toBeGreaterThan(1);
  return before;
}

/** The pictures of options that are not set. */
const drawn = new Map<string, string>();

/** A picture that begins as stored, with nothing of an earlier one. */
async function drawnAlone(view: ViewDefinition, sample: Sample, config: ViewConfig): Promise<string> {
  drawNothing();
  await expect.poll(() => frame.querySelector('[data-view]')).toBeNull();
  draw(view, sample, config);
  return settled();
}

describe('a picture', () => {
  it.each([table, 'pivotTable', bar, heatMap, treeMap])(
    'of %s is the same when it is drawn again',
    async (id) => {
      drawNothing();
      draw(known(id), OPTION_SAMPLES.two);
      const before = await settled();
      drawNothing();
      draw(known(id), OPTION_SAMPLES.two);
      expect(await settled()).toBe(before);
    },
  );
});

describe('every option of the specification', () => {
  it.each(rows)(
    '%s has a default, and a control',
    (_, { view: id, key, otherwise, other, control, sample, clamp, ...option }) => {
      const view = known(id);
      const { query } = OPTION_SAMPLES[sample ?? 'one'];
      const of = (value: unknown) => view.config.parse({ [key]: value })[key];
      expect([of(undefined), of({ not: 'known' })]).toEqual([otherwise, otherwise]);
      if (option.shows !== 'view') expect(of(other)).toEqual(other);
      if (clamp) expect([of(-1e9), of(1e9)]).toEqual(clamp);
      if ('setting' in control) {
        const config = view.config.parse(option.with ?? {});
        const offered = view.settings.filter(({ applies }) => applies?.(config, shapeOf(query)) ?? true);
        expect(offered.map(({ label }) => label)).toContain(control.setting);
      } else if ('picker' in control) {
        const labels = VIEWS.flatMap(({ choices }) => choices.map(({ label }) => label));
        expect(labels).toContain(control.picker);
      } else expect(['drag', 'header', 'legend']).toContain(control.gesture);
    },
  );

  it.each(rows)('%s is seen', async (_, { view: id, key, other, sample: name, ...option }) => {
    const sample = OPTION_SAMPLES[name ?? 'one'];
    const view = known(id);
    const [plain, changed] = [option.with ?? {}, { ...option.with, [key]: other }];
    if (option.shows === 'view') {
      expect(viewMeant({ value: id, config: changed }, VIEWS)).not.toBe(view);
      return;
    }
    if (option.shows === 'request') {
      const asked = (config: ViewConfig) =>
        requestOf(sample.query, { view, config: view.config.parse(config) }, undefined, { timezone: 'UTC' });
      expect(asked(changed)).not.toEqual(asked(plain));
      return;
    }
    if (option.shows === 'room') return;
    const drawing = JSON.stringify([id, name, plain]);
    const before = drawn.get(drawing) ?? (await drawnAlone(view, sample, plain));
    drawn.set(drawing, before);
    await drawnAlone(view, sample, changed);
    // Some are loaded first, such as colours.
    await expect.poll(seen, { timeout: 5_000 }).not.toBe(before);
  });
});
