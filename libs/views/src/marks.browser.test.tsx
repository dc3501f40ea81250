import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { UiProvider } from '@cairn/ui';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { sampleAnswer } from '../test/samples.ts';
import { DrawnView } from './drawn-view.tsx';
import type { Selection } from './view.ts';
import { viewNamed } from './views.ts';

const REPOSITORY: Column = {
  key: 'r',
  label: 'Repository',
  type: 'string',
  role: 'group',
  target: 'Repository',
  attribute: 'name',
};
const STATUS: Column = {
  ...REPOSITORY,
  key: 's',
  label: 'Status',
  target: 'PullRequest',
  attribute: 'status',
};
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

let root: Root;
let frame: HTMLElement;
const chosen: Selection[] = [];
beforeEach(() => {
  chosen.length = 0;
  frame = document.body.appendChild(document.createElement('main'));
  frame.style.cssText = 'width:900px;height:420px';
  root = createRoot(frame);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

async function draw(id: string, config: object): Promise<void> {
  const view = viewNamed(id);
  if (!view) throw new Error(`there is no view ${id}`);
  root.render(
    <UiProvider colorScheme="light">
      <DrawnView
        view={view}
        answer={sampleAnswer([REPOSITORY, STATUS, COUNT], ROWS)}
        query={query}
        config={view.config.parse(config)}
        label="Pull requests"
        timezone="Europe/Berlin"
        now={Date.UTC(2026, 10, 21)}
        onSelect={(selection) => chosen.push(selection)}
      />
    </UiProvider>,
  );
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

/** What Plot drew of a mark, and not of an axis. */
const drawn = (name: string) => [
  ...frame.querySelectorAll<SVGElement>(`[data-plot] [aria-label=${name}] > *`),
];

const middle = (element: Element) => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, box };
};

/** What is said where an element was drawn, and what a click there chooses. */
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

describe('tiles', () => {
  it('each answer for themselves where they lie, and zero is said too', async () => {
    await draw('heatMap', {});
    const tiles = drawn('cell');
    expect(tiles).toHaveLength(9);
    for (const tile of tiles) {
      const { values, label } = await askAt(tile);
      const value = valueOf(...(values as [unknown, unknown])) ?? 0;
      expect(label).toBe(`${String(values[0])} ${String(values[1])}: ${value}`);
    }
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
