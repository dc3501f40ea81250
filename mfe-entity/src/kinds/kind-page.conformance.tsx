import type { EntityDetail } from '@cairn/contracts';
import type { Kind } from '@cairn/entities';
import { createFakeHost } from '@cairn/host/fake';
import { describe, expect, inject, it, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { EVENTS, FILES } from '../../test/entities.ts';
import { FILLS, HOSTILE, sampleEntity } from '../../test/sample-entity.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { calls, type FakeHostCalls, show, violations } from '../../test/show.tsx';
import { relatedOne, shortName, titleOf } from '../entity/read-entity.ts';
import type { EntityFrame } from '../frame/frame.tsx';
import { GENERIC_PAGE } from '../kind-page/define-kind-page.tsx';
import type { KindPage } from '../kind-page/kind-page.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether everything is tried, and not one of each. */
    readonly full: boolean;
  }
}

const SCHEMES = ['light', 'dark'] as const;
/** Page and drawer in windows of 1440, 1024 and 390, each in one theme; in both where everything is tried. */
const WINDOWS = {
  page: [
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'light'],
  ],
  drawer: [
    [1152, 'dark'],
    [819, 'light'],
    [390, 'dark'],
  ],
} as const;
const LABELS = { overview: 'Overview', work: 'Work', history: 'History' };
const FRAMES = ['page', 'drawer'] as const;

const main = () => {
  const found = document.querySelector('main');
  if (!found) throw new Error('nothing is shown');
  return found;
};
const tabs = () => [...document.querySelectorAll<HTMLElement>('[role="tab"]')];

/** Chooses a tab and waits for its body. */
async function openTab(tab: HTMLElement): Promise<HTMLElement> {
  tab.click();
  return vi.waitFor(
    () => {
      expect(tab.getAttribute('aria-selected')).toBe('true');
      expect(document.querySelector('[role="status"][aria-label="Loading"]')).toBeNull();
      const panel = document.querySelector<HTMLElement>(`[role="tabpanel"][aria-labelledby="${tab.id}"]`);
      if (!panel) throw new Error(`${tab.textContent} has no panel`);
      return panel;
    },
    { interval: 10, timeout: 10_000 },
  );
}

/** Boxes that overflow sideways and do not scroll. */
function sidewaysOverflow(): string[] {
  return [main(), ...main().querySelectorAll('header, [role="tabpanel"]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} in ${clientWidth}`);
}

/** Draws what is shown at a width of the page and in a theme. */
function fit(width: number, scheme: (typeof SCHEMES)[number]): void {
  main().style.width = `${width}px`;
  document.documentElement.dataset['mantineColorScheme'] = scheme;
}

async function drawsEveryTab(frame: EntityFrame): Promise<void> {
  const windows = WINDOWS[frame].flatMap(([width, scheme]) =>
    (inject('full') ? SCHEMES : [scheme]).map((each) => [width, each] as const),
  );
  for (const tab of tabs()) {
    const panel = await openTab(tab);
    for (const [width, scheme] of windows) {
      fit(width, scheme);
      const where = `${tab.textContent} at ${width} in the ${scheme} theme`;
      expect(panel.textContent, where).not.toBe('');
      expect(main().textContent, where).not.toMatch(/undefined|NaN|\[object|Invalid Date|could not be read/);
      expect(sidewaysOverflow(), where).toEqual([]);
    }
  }
}

/** What hostile text brought into the page: elements that load, links that run, and what ran. */
function whatRuns(): string[] {
  const links = [...main().querySelectorAll('a')].filter(({ protocol }) => !/^https?:$/.test(protocol));
  const loaded = [...main().querySelectorAll('img, script, iframe, object')];
  const ran = 'hurt' in window ? ['it ran'] : [];
  return [...[...links, ...loaded].map(({ outerHTML }) => outerHTML), ...ran];
}

/** Checks what a page shows of its definition: tabs, chips, part of, author, commands. */
function keepsItsPromises(definition: KindPage, entity: EntityDetail, host: FakeHostCalls): void {
  const labels = definition.tabs.map((tab) => (typeof tab === 'string' ? LABELS[tab] : tab.label));
  expect(tabs().map((tab) => tab.textContent)).toEqual([...labels, 'Properties', 'System info']);
  const header = document.querySelector('header')?.textContent ?? '';
  for (const { label } of definition.header.chips(entity)) expect(header).toContain(label);
  const container = definition.partOf.find((name) => relatedOne(entity, name));
  if (container) expect(header).toContain(`inFirst ${container}`);
  if (definition.author && relatedOne(entity, definition.author))
    expect(header).toContain(`First ${definition.author}`);
  const registered = calls(host, 'addCommands').flatMap(([, commands]) => commands as { id: string }[]);
  for (const { id } of definition.commands(entity, () => undefined))
    expect(registered.map((command) => command.id)).toContain(id);
}

/** Checks what a full entity shows on its overview: charts, related entities by name, cards. */
function showsItsOverview(definition: KindPage, entity: EntityDetail, parts: readonly string[]): void {
  const titled = (listed: boolean) =>
    definition.overview.charts
      .filter(({ listsPeople = false }) => listsPeople === listed)
      .map(({ title }) => title);
  expect(parts).toEqual(expect.arrayContaining(titled(false)));
  const headings = [...document.querySelectorAll('main h2, main h3')].map((each) => each.textContent);
  expect(headings).toEqual(expect.arrayContaining(titled(true)));
  const rail = document.querySelector('aside')?.textContent ?? '';
  const leftOut = definition.rail.leaveOut(entity);
  for (const { name, total } of entity.relations)
    if (definition.rail.relations.includes(name) && total <= 3 && !leftOut.includes(name))
      expect(rail).toContain(`First ${name}`);
  const whole = document.querySelector('main')?.textContent ?? '';
  for (const { name, total } of entity.relations)
    if (leftOut.includes(name) && total > 0)
      expect(whole, `${name} is left out of the rail`).toContain(`First ${name}`);
  for (const { title, content } of definition.cards) if (content(entity)) expect(rail).toContain(title);
}

/** The conformance suite of every kind, on page and in drawer, with full, sparse and empty entities. */
export function kindPageConformance(kinds: readonly Kind[], pages: readonly KindPage[]): void {
  const cases = FRAMES.flatMap((frame) => FILLS.map((fill) => [frame, fill] as const));
  describe.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (name, kind) => {
    const definition = pages.find((each) => each.kind === name) ?? GENERIC_PAGE;
    it.each(cases)('draws a %s with %s data', async (frame, fill) => {
      const entity = sampleEntity(kind, fill);
      const { uuid } = entity;
      const [events, files] = fill === 'empty' ? [{}, {}] : [{ [uuid]: EVENTS }, { [uuid]: FILES }];
      const cells = { full: 'A text of a row', sparse: '', empty: undefined, hostile: HOSTILE }[fill];
      const graph = { entities: [entity], events, files, ...(cells === undefined ? {} : { cells }) };
      vi.stubGlobal('fetch', createFakeGraph(graph));
      const parts: string[] = [];
      const complaints = vi.spyOn(console, 'error');
      const host = show(<FramedEntity uuid={uuid} frame={frame} pages={pages} />, {
        host: {
          user: { ...createFakeHost().user, superuser: true },
          ...(frame === 'drawer' ? { addCommands: () => expect.fail('a drawer has no commands') } : {}),
          renderPart: (part, props) => {
            if ('label' in props) parts.push(props.label);
            return <div data-part={part}>{part}</div>;
          },
        },
      });
      const level = frame === 'page' ? 1 : 3;
      await expect.element(browser.getByRole('heading', { level }).first()).toBeVisible();
      const heading = document.querySelector(`h${String(level)}`)?.textContent ?? '';
      expect(heading).toBe(shortName(titleOf(entity), 300));
      expect(document.querySelector('header')?.textContent).toContain(kind.label);
      if (fill === 'full') {
        showsItsOverview(definition, entity, parts);
        if (frame === 'page') expect(await violations()).toEqual([]);
        if (frame === 'page' && inject('full')) {
          fit(1440, 'dark');
          expect(await violations(), 'in the dark theme').toEqual([]);
        }
      }
      await drawsEveryTab(frame);
      if (fill === 'hostile') expect(whatRuns()).toEqual([]);
      if (frame === 'page') keepsItsPromises(definition, entity, host);
      expect(complaints.mock.calls).toEqual([]);
      complaints.mockRestore();
    });
  });
}
