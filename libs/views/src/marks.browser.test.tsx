import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { OVERLAY_FIELDS } from './overlays/overlays.ts';
import { chosen, draw as drawView, frame, known, viewUnderTest } from '../test/drawn-view.tsx';
import { REPOSITORY, STATUS } from '../test/sample-columns.ts';
import { sampleAnswer } from '../test/samples.ts';
import type { ViewSetting } from './view.ts';

const COUNT: Column = { key: 'n', label: 'Pull requests', type: 'number', role: 'measure', reducer: 'count' };
const ROWS = [
  ['search-api', 'merged', 141],
  ['search-api', 'open', 12],
  ['search-api', 'changes requested', 3],
  ['ledger-api', 'merged', 60],
  ['ledger-api', 'open', 64],
  ['checkout-api', 'merged', 85],
  ['checkout-api', 'open', 34],
].map(([r, s, n]) => ({ r, s, n }));
const group = { target: 'Repository', attribute: 'name' };
const query = Query.parse({
  orgId: 'acme',
  select: ['PullRequest'],
  groupBys: [group, { target: 'PullRequest', attribute: 'status' }],
});

viewUnderTest();
beforeEach(() => {
  chosen.length = 0;
});

const ANSWER = { answer: sampleAnswer([REPOSITORY, STATUS, COUNT], ROWS), query };

async function draw(id: string, config: object, asked = ANSWER): Promise<void> {
  drawView(known(id), { name: '', ...asked }, config);
  await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBeGreaterThan(0);
  await drawnForGood();
}

/** A chart is drawn again when its legend or a font has taken its room. */
async function drawnForGood(): Promise<void> {
  await document.fonts.ready;
  let drawing: Element | null = null;
  const isSame = () => {
    const before = drawing;
    drawing = frame.querySelector('[data-plot] > svg');
    return before === drawing;
  };
  await expect.poll(isSame, { interval: 100 }).toBe(true);
}

/** The elements that Plot drew of a mark, without those of axes. */
const drawn = (name: string) => [
  ...frame.querySelectorAll<SVGElement>(`[data-plot] [aria-label=${name}] > *`),
];

const middle = (element: Element) => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, box };
};

/** The label and tooltip at the place of an element, and the values that a click there chooses. */
async function askAt(element: Element): Promise<{ label: string; values: unknown[]; tip: string }> {
  const { x, y } = middle(element);
  const hit = document.elementFromPoint(x, y);
  if (!hit) throw new Error('nothing is there');
  const own = hit.getBoundingClientRect();
  const position = { x: x - own.left, y: y - own.top };
  await userEvent.hover(hit, { position });
  const tip = frame.querySelector('[data-tip] [data-own]')?.textContent ?? '';
  await userEvent.click(hit, { position });
  const values = chosen.at(-1)?.groups.map(({ value }) => value) ?? [];
  return { label: hit.getAttribute('aria-label') ?? '', values, tip };
}

const valueOf = (repository: unknown, status: unknown) =>
  ROWS.find(({ r, s }) => r === repository && s === status)?.n;

describe.each([
  ['horizontal', { vertical: false }, 'width'],
  ['vertical', { vertical: true }, 'height'],
] as const)('a stack of %s bars', (_, config, length) => {
  it('has every segment as long as its value, and each answers for itself where it lies', async () => {
    await draw('barChart', config);
    const bars = drawn('bar');
    expect(bars).toHaveLength(ROWS.length);
    const scale = new Set<string>();
    for (const bar of bars) {
      const { values, label, tip } = await askAt(bar);
      const value = Number(valueOf(...(values as [unknown, unknown])));
      expect(label).toContain(`${String(values[0])} ${String(values[1])}: ${value} (`);
      expect(tip).toContain(`${value} (`);
      if (value > 10) scale.add((middle(bar).box[length] / value).toFixed(1));
    }
    expect(scale.size).toBe(1);
  });

  it('is sorted by its total, which stands at its end', async () => {
    await draw('barChart', config);
    const texts = [...frame.querySelectorAll('[data-plot] text')].map((each) => each.textContent);
    expect(texts).toEqual(expect.arrayContaining(['156', '124', '119']));
    const names = texts.filter((text) => text?.endsWith('-api'));
    expect(names).toEqual(['search-api', 'ledger-api', 'checkout-api']);
  });

  it('says all of its series with their total between the bars, and chooses all of them', async () => {
    await draw('barChart', config);
    const column = frame.querySelector('[data-column="1"]') as SVGElement;
    const { box } = middle(column);
    const end = length === 'width' ? { x: box.width - 4, y: box.height / 2 } : { x: box.width / 2, y: 4 };
    await userEvent.hover(column, { position: end });
    await expect.poll(() => frame.querySelector('[data-tip]')?.textContent).toContain('Total124');
    const tip = frame.querySelector('[data-tip]')?.textContent ?? '';
    expect(tip).toContain('merged60 (48.39%)');
    expect(tip).toContain('open64 (51.61%)');
    await userEvent.click(column, { position: end });
    expect(chosen.at(-1)?.groups.map(({ value }) => value)).toEqual(['ledger-api']);
  });
});

describe('a setting of bars', () => {
  const view = known('barChart');
  const shape = { groups: 2, measures: 1 };
  const CONTEXTS = [
    { vertical: true, sortDirection: 'ascending' },
    { vertical: true, bars: 'split' },
    { sortBy: 'name' },
    { displayType: 'area' },
  ];
  const other = (setting: ViewSetting, value: unknown) => {
    if (setting.kind === 'toggle') return !value;
    if (setting.kind === 'number')
      return setting.key === 'limit' ? 2 : value === setting.max ? setting.min : setting.max;
    if (setting.kind === 'moment' || setting.kind === 'colors') return 'set1';
    return setting.options.findLast((option) => option.value !== value)?.value;
  };

  /** Their effect is on answers of another kind, and has tests of its own. */
  const ELSEWHERE = new Set([
    'against',
    'numberFormat',
    'showChangeAs',
    'theme',
    'timeUnit',
    ...Object.keys(OVERLAY_FIELDS),
  ]);
  const here = view.settings.filter(({ key }) => !ELSEWHERE.has(key));

  it.each(here.map((setting) => [setting.label, setting] as const))(
    'changes the picture: %s',
    async (_, setting) => {
      const context = CONTEXTS.find((each) => setting.applies?.(view.config.parse(each), shape) ?? true);
      if (!context) throw new Error('it applies nowhere');
      await draw('barChart', context);
      const before = frame.querySelector('figure')?.innerHTML;
      const value = other(setting, view.config.parse(context)[setting.key]);
      await draw('barChart', { ...context, [setting.key]: value });
      await expect.poll(() => frame.querySelector('figure')?.innerHTML === before).toBe(false);
    },
  );
});

describe('tiles', () => {
  it.each([
    ['cell', {}],
    ['dot', { hex: true }],
  ])('each answer for themselves where they lie, and zero is said too: %s', async (name, config) => {
    await draw('heatMap', config);
    const tiles = drawn(name);
    expect(tiles).toHaveLength(9);
    for (const tile of tiles) {
      const { values, label } = await askAt(tile);
      const value = valueOf(...(values as [unknown, unknown])) ?? 0;
      expect(label).toBe(`${String(values[0])} ${String(values[1])}: ${value}`);
    }
  });
});

describe('a scatter', () => {
  const TITLE: Column = { key: 'PullRequest.title', label: 'Title', type: 'string', role: 'attribute' };
  const columns: Column[] = [
    { ...TITLE, key: 'uuid', role: 'id' },
    { ...TITLE, key: 'PullRequest.createdAt', label: 'Created at', type: 'datetime' },
    { ...TITLE, key: 'PullRequest.cycleTime', label: 'Cycle time', type: 'number', unit: 'second' },
    TITLE,
  ];
  const rows = Array.from({ length: 21 }, (_, at) => ({
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    'PullRequest.createdAt': new Date(Date.UTC(2026, 5, 1 + at)).toISOString(),
    'PullRequest.cycleTime': at * 3_600,
    'PullRequest.title': `Change ${at}`,
  }));
  const measured = Query.parse({
    orgId: 'acme',
    select: ['PullRequest'],
    aggregations: [{ target: 'PullRequest', attribute: 'cycleTime', reducer: 'median' }],
  });

  it('has each entity where its time and its number put it, opens it, and draws p50 and p85', async () => {
    await draw('scatter', {}, { answer: sampleAnswer(columns, rows), query: measured });
    const dots = drawn('dot').map((each) => middle(each));
    expect(dots).toHaveLength(21);
    const [first, second, last] = [dots[0], dots[1], dots[20]];
    expect((last?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(20 * ((second?.x ?? 0) - (first?.x ?? 0)), 0);
    expect((first?.y ?? 0) - (last?.y ?? 0)).toBeCloseTo(20 * ((first?.y ?? 0) - (second?.y ?? 0)), 0);
    const rules = [...frame.querySelectorAll('[data-plot] [aria-label=rule] > *')].map(
      (each) => middle(each).y,
    );
    expect(rules[0]).toBeCloseTo(dots[10]?.y ?? 0, 0);
    expect(rules[1]).toBeCloseTo(dots[17]?.y ?? 0, 0);
    const mark = frame.querySelector('[data-mark="5"]') as SVGElement;
    expect(mark.getAttribute('aria-label')).toMatch(/^Change 5 Jun 6, 2026, 2:00 am 5h/);
    await userEvent.click(mark);
    expect(chosen.at(-1)?.uuid).toBe(rows[5]?.uuid);
    expect(chosen.at(-1)?.siblings).toHaveLength(21);
  });
});

describe('lines', () => {
  it('say every series where they are pointed at, with a rule line', async () => {
    await draw('barChart', { displayType: 'lines' });
    const column = frame.querySelector('[data-column="0"]') as SVGElement;
    await userEvent.hover(column);
    await expect.poll(() => frame.querySelector('[data-tip] strong')?.textContent).toBe('search-api');
    const tip = frame.querySelector('[data-tip]')?.textContent ?? '';
    for (const said of ['merged141', 'open12', 'changes requested3', 'Total156']) expect(tip).toContain(said);
    const rule = column.querySelector('line') as SVGElement;
    await expect.poll(() => getComputedStyle(rule).stroke).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('reach zero where there is nothing to count', async () => {
    await draw('barChart', { displayType: 'lines' });
    const labels = [...frame.querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('aria-label'));
    expect(labels).toContain('ledger-api changes requested: 0 (0%)');
  });
});

describe('a picture of few values', () => {
  const few = { ...ANSWER, answer: sampleAnswer([REPOSITORY, STATUS, COUNT], ROWS.slice(0, 2)) };

  it.each([
    ['barChart', 'bar', {}],
    ['heatMap', 'cell', {}],
  ])('fills its card: %s', async (id, mark, config) => {
    await draw(id, config, few);
    const box = (frame.querySelector('[data-plot] > svg') as SVGElement).getBoundingClientRect();
    expect(box.height).toBeGreaterThan(mark === 'bar' ? 190 : 240);
    expect(drawn(mark).length).toBeGreaterThan(1);
  });
});

describe('two measures in two units', () => {
  const TIME: Column = { ...COUNT, key: 't', label: 'Lead time', reducer: 'median', unit: 'second' };
  const rows = [
    { r: 'search-api', n: 40, t: 7_200 },
    { r: 'ledger-api', n: 10, t: 3_600 },
  ];
  const one = Query.parse({ ...query, groupBys: [group] });
  const two = { query: one, answer: sampleAnswer([REPOSITORY, COUNT, TIME], rows) };

  it.each([
    ['horizontal', { vertical: false }, 'width'],
    ['vertical', { vertical: true }, 'height'],
  ] as const)('are as long as their figures on %s axes of their own', async (_, config, length) => {
    await draw('barChart', config, two);
    const [first, second] = [...frame.querySelectorAll('[data-plot] [aria-label=bar]')]
      .filter((bars) => bars.childElementCount > 0)
      .map((bars) => [...bars.children].map((bar) => bar.getBoundingClientRect()[length]));
    expect((first?.[0] ?? 0) / (first?.[1] ?? 1)).toBeCloseTo(4, 1);
    expect((second?.[0] ?? 0) / (second?.[1] ?? 1)).toBeCloseTo(2, 1);
    const ticks = [...frame.querySelectorAll('[data-plot] text')].map((each) => each.textContent);
    expect(ticks).toEqual(expect.arrayContaining(['40', '2h']));
    expect(frame.querySelector('[aria-label=Legend]')?.textContent).toContain('Lead time (second axis)');
  });
});

describe('thousands of marks', () => {
  const WEEK: Column = { ...REPOSITORY, key: 'w', label: 'Week', type: 'datetime', dateUnit: 'week' };
  const START = Date.UTC(2026, 0, 4, 23);
  const rows = Array.from({ length: 1_500 }, (_, at) => ({
    w: new Date(START + Math.floor(at / 50) * 7 * 86_400_000).toISOString(),
    s: `status ${at % 50}`,
    n: (at % 7) + 1,
  }));
  const many = { query, answer: sampleAnswer([WEEK, STATUS, COUNT], rows) };

  it('have elements only where somebody points or goes by keys, and answer there as any others', async () => {
    frame.style.height = '900px';
    const big = {
      ...many,
      answer: sampleAnswer(
        [REPOSITORY, STATUS, COUNT],
        rows.map((row) => ({ ...row, r: row.w })),
      ),
    };
    await draw('heatMap', {}, big);
    const named = () => frame.querySelectorAll('[data-mark][aria-label]').length;
    expect(frame.querySelectorAll('[data-mark]').length).toBeGreaterThan(1_200);
    expect(named()).toBe(1);
    (frame.querySelector('[data-mark="0"]') as SVGElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('data-mark')).toBe('1');
    expect(document.activeElement?.getAttribute('aria-label')).not.toBe('');
    expect(named()).toBe(1);
  });

  it('of a stack are there in the column that is pointed at', async () => {
    const weeks = Array.from({ length: 200 }, (_, at) => new Date(START + at * 7 * 86_400_000).toISOString());
    const stacked = weeks.flatMap((w) =>
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((s, at) => ({ w, s, n: at + 1 })),
    );
    await draw(
      'barChart',
      { vertical: true },
      { query, answer: sampleAnswer([WEEK, STATUS, COUNT], stacked) },
    );
    expect(drawn('bar').length).toBeGreaterThanOrEqual(1_400);
    expect(frame.querySelectorAll('[data-mark]')).toHaveLength(7);
    const column = frame.querySelector('[data-column="100"]') as SVGElement;
    const { x, box } = middle(column);
    await userEvent.hover(column, { position: { x: box.width / 2, y: box.height - 3 } });
    await expect.poll(() => frame.querySelectorAll('[data-mark]').length).toBe(14);
    const hit = document.elementFromPoint(x, box.bottom - 3);
    expect(hit?.hasAttribute('data-mark')).toBe(true);
    hit?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, detail: 1, clientX: x, clientY: box.bottom - 3 }),
    );
    expect(chosen.at(-1)?.groups.map(({ value }) => value)).toEqual([Date.parse(weeks[100] ?? ''), 'g']);
  });
});
