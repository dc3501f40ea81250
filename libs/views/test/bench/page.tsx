import { UiProvider } from '@cairn/ui';
import { DrawnView } from '../../src/drawn-view.tsx';
import { viewNamed } from '../../src/views.ts';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { PICTURES, SMALL, TABLES, type Picture } from './pictures.ts';
import { drawPlain } from './plain.ts';

/** What one drawing took. */
interface Drawing {
  readonly paint: number;
  /** The longest task while it was drawn; 0 where none took 50 ms. */
  readonly longest: number;
}

const SWITCHED = ['barChart', 'heatMap', 'treeMap', 'unifiedTable'];
const tasks: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration);
}).observe({ type: 'longtask' });

let root: Root | undefined;
let host = document.createElement('main');

/** A new empty place of the size of a card. */
function clear(): void {
  root?.unmount();
  host.remove();
  host = document.body.appendChild(document.createElement('main'));
  host.style.cssText = 'width:1160px;height:640px';
  root = undefined;
}

/** The page around a picture, which is there before anybody asks for one. */
function drawPage(children: ReactNode): void {
  root ??= createRoot(host);
  root.render(<UiProvider colorScheme="light">{children}</UiProvider>);
}

function drawOurs({ view: id, config, query, answer }: Picture): void {
  const view = viewNamed(id);
  if (!view) throw new Error(`there is no view ${id}`);
  drawPage(
    <DrawnView
      view={view}
      answer={answer}
      query={query}
      config={view.config.parse(config)}
      label="Pull requests"
      timezone="UTC"
      now={Date.UTC(2026, 10, 22)}
      onSelect={() => undefined}
    />,
  );
}

const frame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));
const rest = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** The time from asking for a picture until it is painted. */
async function painted(draw: () => void): Promise<number> {
  const started = performance.now();
  draw();
  while (!host.querySelector('svg rect, svg path')) await frame();
  // The next frame begins after this one was painted.
  await frame();
  await rest(0);
  return performance.now() - started;
}

async function measure(name: string, by: 'ours' | 'plain'): Promise<Drawing> {
  const make = PICTURES[name];
  if (!make) throw new Error(`there is no picture ${name}`);
  const picture = make();
  clear();
  if (by === 'ours') drawPage(null);
  await rest(200);
  tasks.length = 0;
  const paint = await painted(() => (by === 'ours' ? drawOurs(picture) : drawPlain(host, picture)));
  await rest(300);
  return { paint, longest: Math.max(0, ...tasks) };
}

interface Scrolling {
  /** The longest task of the first drawing, and while it scrolled. */
  readonly drawing: number;
  readonly scrolling: number;
}

const STEPS = 60;

/** Draws a table of many groups and scrolls through all of it, as somebody does with the bar. */
async function scrollTable(name: string): Promise<Scrolling> {
  const make = TABLES[name];
  if (!make) throw new Error(`there is no table ${name}`);
  const table = make();
  clear();
  await rest(200);
  tasks.length = 0;
  drawOurs(table);
  while (!host.querySelector('[data-index]')) await frame();
  await rest(300);
  const drawing = Math.max(0, ...tasks);
  tasks.length = 0;
  const scroller = [...host.querySelectorAll('div')].find(
    (each) => each.scrollHeight > each.clientHeight * 5,
  );
  if (!scroller) throw new Error(`${name} does not scroll`);
  for (let step = 1; step <= STEPS; step += 1) {
    scroller.scrollTo({ top: (step / STEPS) * scroller.scrollHeight });
    await frame();
  }
  await rest(300);
  return { drawing, scrolling: Math.max(0, ...tasks) };
}

/** Switches from view to view as somebody does who looks for the right one. */
async function switchViews(times: number): Promise<void> {
  const picture = SMALL();
  clear();
  for (let time = 0; time < times; time += 1) {
    drawOurs({ ...picture, view: SWITCHED[time % SWITCHED.length] ?? 'barChart' });
    await frame();
    await rest(20);
  }
}

Object.assign(window, {
  measure,
  switchViews,
  scrollTable,
  pictures: Object.keys(PICTURES),
  tables: Object.keys(TABLES),
});
