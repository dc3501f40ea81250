import type { EntityDetail } from '@cairn/contracts';
import type { EntityProgress, LineageStep } from '@cairn/contracts/story';
import { CATALOGUE } from '@cairn/entities';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { EVENTS } from '../test/entities.ts';
import { createFakeGraph } from '../test/fake-graph.ts';
import { FramedEntity } from '../test/framed-entity.tsx';
import { SAMPLE_UUID, sampleEntity } from '../test/sample-entity.ts';
import { clear, show } from '../test/show.tsx';
import { ada, uuidOf } from '../test/story-page.tsx';

/** A page may shift by 0.1 in all; one part that keeps no room for its answer already adds 0.05. */
const MOST_SHIFT = 0.02;
const REACHED = '2026-11-18T09:30:00.000Z';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve));

/** Answers of a graph, each of which is drawn before the next one comes. */
class LateAnswers {
  readonly #waiting: (() => void)[] = [];
  #given = 0;

  constructor(graph: typeof fetch) {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
      return graph(url, init);
    });
  }

  /** Gives all answers, until the page has asked for nothing more in ten frames; says how many. */
  async giveAll(): Promise<number> {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      for (const next of this.#waiting.splice(0, 1)) {
        next();
        this.#given += 1;
        quiet = 0;
      }
      await frame();
      await frame();
    }
    return this.#given;
  }
}

/** Adds up by how much of the window the page moves by itself. */
function watchShifts() {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const { value } of entries as (PerformanceEntry & { value: number })[]) sum += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return () => {
    add(observer.takeRecords());
    observer.disconnect();
    return sum;
  };
}

function progressThrough(names: readonly string[]): EntityProgress {
  return {
    workflow: { id: 'DEFAULT', label: 'Issue' },
    status: names.at(-1) ?? null,
    hoursOf: 'the organization',
    workday: 28_800,
    entries: [],
    stages: names.map((name, at) => ({
      name,
      state: at === names.length - 1 ? 'current' : 'completed',
      firstReachedAt: REACHED,
      clockSeconds: 86_400,
      businessSeconds: 28_800,
      visits: 1,
      statuses: [],
    })),
  };
}

const lineage = (['issue', 'commit', 'pullRequest', 'pipeline', 'release'] as const).map(
  (step, at): LineageStep => ({
    step,
    total: 2,
    at: REACHED,
    secondsSincePrevious: at === 0 ? null : 3_600,
    items: [1, 2].map((each) => ({
      uuid: uuidOf(10 * at + each),
      kind: 'Issue',
      name: `A thing of step ${String(at)}`,
      key: `APP-${String(10 * at + each)}`,
      status: 'Done',
      statusCategory: 'done',
      at: REACHED,
      isThis: false,
    })),
  }),
);

const contributors = [1, 2, 3].map((at) => ({
  actor: { ...ada, uuid: uuidOf(at), email: null },
  relations: ['Author'],
  degree: 1,
}));

function wholeEntity(kind: string, properties: Record<string, unknown>): EntityDetail {
  const found = CATALOGUE.kind(kind);
  if (!found) throw new Error(`there is no kind ${kind}`);
  const sample = sampleEntity(found, 'full');
  return { ...sample, name: `A ${kind}`, properties: { ...sample.properties, ...properties } };
}

it.each([
  ['an incident', 'Issue', { issueType: 'incident', severity: 'sev1' }, ['Open', 'Mitigated', 'Resolved']],
  ['a pull request', 'PullRequest', {}, ['Opened', 'In review', 'Approved', 'Merged']],
] as const)('the page of %s stands still while its answers come late', async (_, kind, said, stages) => {
  await page.viewport(1_440, 900);
  const graph = createFakeGraph({
    entities: [wholeEntity(kind, said)],
    events: { [SAMPLE_UUID]: EVENTS },
    files: {},
    stories: { [SAMPLE_UUID]: { progress: progressThrough(stages), lineage, contributors } },
    cells: 'A row',
  });
  const isWhole = async () => {
    await expect.element(page.getByRole('region', { name: 'Progress, Issue' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'APP-1', exact: true })).toBeVisible();
    await expect.poll(() => document.querySelector('[data-skeleton], [aria-busy=true]')).toBeNull();
  };
  // The code of every part is there before, so that nothing but answers comes late.
  vi.stubGlobal('fetch', graph);
  show(<FramedEntity uuid={SAMPLE_UUID} />);
  await isWhole();
  clear();
  const late = new LateAnswers(graph);
  const shifts = watchShifts();
  show(<FramedEntity uuid={SAMPLE_UUID} />);
  expect(await late.giveAll()).toBeGreaterThan(5);
  await isWhole();
  expect(shifts()).toBeLessThan(MOST_SHIFT);
});
