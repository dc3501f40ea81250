import { type ReactNode, useState } from 'react';
import { EntityView } from '../../src/entity-view.tsx';
import { COMMIT, ENTITIES, EVENTS } from '../entities.ts';
import { createFakeGraph } from '../fake-graph.ts';
import { show } from '../show.tsx';

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

/** Events of every sort that there is, ten minutes apart. */
function manyEvents() {
  return Array.from({ length: MANY }, (_, at) => {
    const base = EVENTS[at % EVENTS.length];
    if (!base) throw new Error('there is no event');
    const uuid = `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`;
    const occurredAt = new Date(Date.UTC(2026, 10, 18, 12) - at * 600_000).toISOString();
    const comment = at % EVERY.comment === 0 ? 'A sentence of a comment. '.repeat(1 + (at % 30)) : null;
    const actor = base.actor && at % EVERY.bot === 0 ? { ...base.actor, isBot: true } : base.actor;
    return { ...base, uuid, entityUuid: uuid, occurredAt, day: occurredAt.slice(0, 10), comment, actor };
  });
}

function History(): ReactNode {
  const [tab, setTab] = useState<string | null>('history');
  return (
    <EntityView
      uuid={COMMIT}
      frame="page"
      tab={tab}
      onTab={setTab}
      onTitle={() => undefined}
      kindPages={undefined}
    />
  );
}

const words = () => document.querySelector('main')?.textContent ?? '';

/** Draws the history, and reads it to its end. */
async function drawEvents(): Promise<void> {
  globalThis.fetch = createFakeGraph({
    entities: ENTITIES,
    events: { [COMMIT]: manyEvents() },
    files: {},
  }) as typeof fetch;
  show(<History />);
  while (!words().includes('1,000 of 5,000 events')) await frame();
  while (!words().includes('5,000 events') || words().includes('of 5,000')) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await frame();
  }
  await rest(500);
}

/** Scrolls all events up and down; gives the longest task in ms, and how many rows there were at once. */
async function scrollEvents(): Promise<{ longest: number; rows: number }> {
  tasks.length = 0;
  const height = document.documentElement.scrollHeight;
  let rows = 0;
  for (let step = 0; step <= 2 * STEPS; step += 1) {
    window.scrollTo(0, (Math.abs(STEPS - step) / STEPS) * height);
    await frame();
    rows = Math.max(rows, document.querySelectorAll('[data-event]').length);
  }
  await rest(500);
  return { longest: Math.max(0, ...tasks), rows };
}

Object.assign(window, { drawEvents, scrollEvents });
