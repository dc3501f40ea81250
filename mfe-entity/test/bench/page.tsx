import type { TimelineEvent } from '@cairn/contracts/story';
import { COMMIT, ENTITIES, EVENTS } from '../entities.ts';
import { createFakeGraph } from '../fake-graph.ts';
import { FramedEntity } from '../framed-entity.tsx';
import { clear, show } from '../show.tsx';

const MANY = 5_000;
/** Of the events so many are by a bot, and so many have a comment of several lines. */
const EVERY = { bot: 9, comment: 5 };
const STEPS = 240;

const tasks: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration);
}).observe({ type: 'longtask' });

const frame = () => new Promise<number>((resolve) => void requestAnimationFrame(resolve));
const rest = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Events of every sort that there is, ten minutes apart, so that none is folded into another. */
function manyEvents(): TimelineEvent[] {
  return Array.from({ length: MANY }, (_, at): TimelineEvent => {
    const base = EVENTS[at % EVENTS.length];
    if (!base) throw new Error('there is no event');
    const uuid = `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`;
    const occurredat = new Date(Date.UTC(2026, 10, 18, 12) - at * 600_000).toISOString();
    const comment = at % EVERY.comment === 0 ? 'A sentence of a comment. '.repeat(1 + (at % 30)) : null;
    const actor = base.actor && at % EVERY.bot === 0 ? { ...base.actor, isbot: true } : base.actor;
    return { ...base, uuid, entityuuid: uuid, occurredat, day: occurredat.slice(0, 10), comment, actor };
  });
}

const words = () => document.querySelector('main')?.textContent ?? '';

/** A fake graph that keeps its answers as text, as a server would send them. */
function keptAnswers(): typeof fetch {
  const graph = createFakeGraph({ entities: ENTITIES, events: { [COMMIT]: manyEvents() }, files: {} });
  const kept = new Map<string, string>();
  return async (url, init) => {
    const key = `${String(url)} ${String(init?.body)}`;
    const text = kept.get(key) ?? (await (await graph(url, init)).text());
    kept.set(key, text);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}

async function readToTheEnd(): Promise<void> {
  show(<FramedEntity uuid={COMMIT} start="history" />);
  while (!words().includes('1,000 of 5,000 events')) await frame();
  while (!words().includes('5,000 events') || words().includes('of 5,000')) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await frame();
  }
  await rest(500);
}

/** Draws the history, and reads it to its end; gives the longest task in ms, without the work of the fake graph. */
async function drawEvents(): Promise<number> {
  globalThis.fetch = keptAnswers();
  await readToTheEnd();
  clear();
  tasks.length = 0;
  await readToTheEnd();
  return Math.max(0, ...tasks);
}

/** What a run of scrolling saw: the longest task in ms, the most rows at once, and how many events it drew in all. */
async function scrollEvents(): Promise<{ longest: number; rows: number; drawn: number }> {
  tasks.length = 0;
  const height = document.documentElement.scrollHeight;
  const drawn = new Set<string>();
  let most = 0;
  for (let step = 0; step <= 2 * STEPS; step += 1) {
    window.scrollTo(0, (Math.abs(STEPS - step) / STEPS) * height);
    await frame();
    const rows = document.querySelectorAll('[data-event]');
    most = Math.max(most, rows.length);
    for (const { id } of rows) drawn.add(id);
  }
  await rest(500);
  return { longest: Math.max(0, ...tasks), rows: most, drawn: drawn.size };
}

Object.assign(window, { drawEvents, scrollEvents });
