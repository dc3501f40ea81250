import type { Source } from '@cairn/contracts';
import type { SourceRun } from '@cairn/contracts/source-runs';
import { createFakeHost } from '@cairn/host/fake';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readSource, unavailable } from '../../test/answers.ts';
import { drawSettings } from '../../test/settings-page.tsx';

const MINUTE = 60_000;
let root: Root;
let sources: Source[];
let runs: SourceRun[];
let away: boolean;
let sent: [route: string, body: Readonly<Record<string, unknown>>][];

const aSource = (id: string, name: string, part: Partial<Source> = {}): Source => ({
  ...readSource(id, name, 'git'),
  schedule: { kind: 'interval', minutes: 60 },
  scheduleWords: 'every hour',
  nextRunAt: new Date(Date.now() + 40 * MINUTE).toISOString(),
  ...part,
});

const aRun = (number: number, part: Partial<SourceRun> = {}): SourceRun => ({
  number,
  kind: 'ingest',
  reason: 'schedule',
  startedBy: null,
  startedAt: '2026-11-01T10:00:00.000Z',
  endedAt: '2026-11-01T10:00:30.000Z',
  outcome: 'done',
  brought: [],
  ignored: [],
  error: null,
  ...part,
});

const TYPE = {
  type: 'git',
  words: {
    label: 'Git repositories',
    icon: 'git-branch',
    description: 'Add a repository.',
    add: 'Add repository',
    upToDate: 'Up to date',
    lastRead: 'Last read',
    neverRead: 'Not read yet',
    rebuild: '',
    removal: '',
    fixed: null,
  },
  settings: [],
  phases: [],
  provides: ['git'],
  addable: true,
};
const KINDS = [
  { name: 'Commit', label: 'Commit', plural: 'Commits' },
  { name: 'SourceFile', label: 'File', plural: 'Files' },
];

const change = (id: unknown, part: Partial<Source>): Response => {
  sources = sources.map((each) => (each.id === id ? { ...each, ...part } : each));
  return Response.json({ data: sources.find((each) => each.id === id) });
};

function answer(path: string, body: Readonly<Record<string, unknown>>): Response {
  const route = path.split('/').at(-1) ?? '';
  if (route === 'data-loss') return Response.json({ data: null });
  if (route === 'list-offers') return Response.json({ data: [] });
  if (!route.startsWith('list-') && route !== 'configuration') sent.push([route, body]);
  if (away && route.endsWith('-source')) return unavailable();
  if (route === 'pause-source') return change(body['id'], { status: 'paused' });
  if (route === 'resume-source') return change(body['id'], { status: 'active' });
  if (route === 'schedule-source') return change(body['id'], { schedule: body['schedule'] as never });
  if (route === 'configuration') return Response.json({ kinds: KINDS, integrations: [] });
  if (route === 'list-folders') return Response.json({ data: [] });
  if (route === 'list-connectors') return Response.json({ data: [TYPE] });
  if (route !== 'list-runs') return Response.json({ data: sources });
  if (away) return unavailable();
  const before = Number(body['before'] ?? Infinity);
  const data = runs.filter(({ number }) => number < before).slice(0, 20);
  return Response.json({ data, next: data.length < 20 ? null : data.at(-1)?.number });
}

function draw(path = 'integrations/git', scheme: 'light' | 'dark' = 'light') {
  const host = createFakeHost();
  root = drawSettings(path, { host, scheme });
  return host;
}

beforeEach(() => {
  [away, sent, sources, runs] = [false, [], [aSource('s1', 'engine')], [aRun(1)]];
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) =>
    Promise.resolve(answer(path, JSON.parse(init.body ?? '{}') as Record<string, unknown>)),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const menu = async (item: string) => {
  await page.getByRole('button', { name: 'More for engine' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
type Host = ReturnType<typeof draw>;
const toasts = (host: Host) => host.calls.filter(([name]) => name === 'toast').map(([, toast]) => toast);
const undo = (host: Host) => {
  const toast = toasts(host).at(-1);
  if (typeof toast !== 'object' || toast === null || !('onUndo' in toast)) throw new Error('nothing to undo');
  (toast.onUndo as () => void)();
};
const table = () => page.getByRole('table', { name: 'Runs of engine' });
const rows = () =>
  table()
    .getByRole('row')
    .elements()
    .filter((row) => row.querySelector('time'))
    .map((row) => [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent));

describe('a source on the page of all integrations', () => {
  it('says when it is read, and leads to its schedule and runs', async () => {
    sources = [
      aSource('s1', 'engine'),
      aSource('s2', 'website', {
        schedule: { kind: 'manual' },
        scheduleWords: 'by hand only',
        nextRunAt: undefined,
      }),
    ];
    draw('integrations');
    await expect.element(page.getByText(/every hour, next in 40 minutes$/)).toBeVisible();
    await expect.element(page.getByText(/ · by hand only$/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'engine' }))
      .toHaveAttribute('href', '/acme/settings/integrations/git?source=s1');
    expect(table().elements()).toEqual([]);
  });

  it('is paused and resumed, each with a way back', async () => {
    const host = draw('integrations');
    await menu('Pause');
    await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Sync now' })).not.toBeInTheDocument();
    await expect.poll(() => toasts(host)).toHaveLength(1);
    undo(host);
    await expect.element(page.getByText('Up to date')).toBeVisible();
    await menu('Pause');
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.element(page.getByRole('button', { name: 'Sync now' })).toBeVisible();
    expect(sent.map(([route]) => route)).toEqual([
      'pause-source',
      'resume-source',
      'pause-source',
      'resume-source',
    ]);
  });

  it('says why it is not paused', async () => {
    away = true;
    const host = draw('integrations');
    await menu('Pause');
    await expect
      .poll(() => host.calls)
      .toContainEqual(['toast', { kind: 'error', message: 'Try again in a moment.' }]);
    await expect.element(page.getByText('Up to date')).toBeVisible();
  });
});

describe('the schedule of a source', () => {
  it('is chosen by its way, and may be taken back', async () => {
    const host = draw();
    await page.getByRole('combobox', { name: 'Is read' }).click();
    await page.getByRole('option', { name: 'Every day at' }).click();
    await expect.poll(() => sent.at(-1)?.[1]['schedule']).toEqual({ kind: 'daily', at: '02:00' });
    await expect.poll(() => toasts(host)).toHaveLength(1);
    const time = page.getByLabelText('Time');
    await time.fill('04:30');
    (time.element() as HTMLElement).blur();
    await expect.poll(() => sent.at(-1)?.[1]['schedule']).toEqual({ kind: 'daily', at: '04:30' });
    await expect.poll(() => toasts(host)).toHaveLength(2);
    undo(host);
    await expect.poll(() => sent.at(-1)?.[1]['schedule']).toEqual({ kind: 'daily', at: '02:00' });
  });

  it('takes a number that is in its bounds, and no other', async () => {
    draw();
    const hours = page.getByLabelText('Hours');
    await hours.fill('0');
    (hours.element() as HTMLElement).blur();
    await expect.element(page.getByText('A whole number from 1 to 168')).toBeVisible();
    expect(sent).toEqual([]);
    await hours.fill('6');
    (hours.element() as HTMLElement).blur();
    await expect
      .poll(() => sent)
      .toEqual([['schedule-source', { id: 's1', schedule: { kind: 'interval', minutes: 360 } }]]);
  });

  it('says that nothing is read while the source is paused', async () => {
    sources = [aSource('s1', 'engine', { status: 'paused' })];
    draw();
    await expect.element(page.getByText('Paused: nothing is read until it is resumed')).toBeVisible();
  });

  it('says of a disconnected source what has it read again', async () => {
    sources = [aSource('s1', 'engine', { status: 'paused', disconnected: true })];
    draw();
    const words = 'Disconnected: nothing is read until it is connected again';
    await expect.element(page.getByText(words)).toBeVisible();
  });
});

describe('the log of runs', () => {
  it('says of each why it began, how long it took, what it brought, and how it ended', async () => {
    runs = [
      aRun(5, { reason: 'schedule', outcome: 'running', endedAt: null, startedAt: new Date().toISOString() }),
      aRun(4, { outcome: 'failed', error: 'The folder is gone.' }),
      aRun(3, { kind: 'renormalise', reason: 'hand', startedBy: 'ada@example.com' }),
      aRun(2, { reason: 'start', outcome: 'interrupted', endedAt: null }),
      aRun(1, {
        reason: 'hand',
        brought: [
          { kind: 'Commit', count: 1_200 },
          { kind: 'SourceFile', count: 1 },
          ...['Person', 'Branch', 'Release', 'Tag'].map((kind) => ({ kind, count: 1 })),
        ],
      }),
    ];
    draw();
    await expect
      .poll(() => rows().slice(1))
      .toEqual([
        ['On schedule', '30s', 'Nothing new', 'Failed'],
        ['Built again: by hand, ada@example.com', '30s', '', 'Done'],
        ['At a start of Cairn', 'Not known', 'Nothing new', 'Interrupted'],
        ['By hand', '30s', '1,200 commits, 1 file, 1 person, 1 branch and 2 more kinds', 'Done'],
      ]);
    await page.getByRole('button', { name: 'and 2 more kinds' }).click();
    await expect.poll(() => rows().at(-1)?.[2]).toMatch(/1 branch, 1 release, 1 tag $/);
    expect(rows()[0]?.at(-1)).toBe('Running');
    await expect.element(table().getByRole('cell', { name: 'The folder is gone.' })).toBeVisible();
  });

  it('says of a run that goes on what is being read, and how far', async () => {
    const phase = { id: 'issues', label: 'Reading issues', activity: 'Reading issues of', unit: 'issues' };
    const counts = { background: false, incomplete: null, done: 40, total: 300, perSecond: null };
    const phases = [{ ...phase, ...counts }];
    sources = [
      aSource('s1', 'engine', {
        status: 'ingesting',
        progress: { state: 'running', current: 'issues', phases },
      }),
    ];
    runs = [aRun(1, { outcome: 'running', endedAt: null })];
    draw();
    await expect.poll(() => rows()[0]?.[2]).toBe('Reading issues: 40 of 300 issues');
    expect(table().element().textContent).not.toContain('Nothing new');
  });

  it('names what a run met and made nothing of', async () => {
    const ignored = [
      { kind: 'board_created', count: 3 },
      { kind: 'sprint', count: 1 },
    ];
    runs = [aRun(2, { ignored }), aRun(1)];
    draw('integrations/git?source=s1');
    const words = 'Not known here, and kept as raw data: 3 × board_created, 1 × sprint';
    await expect.element(table().getByText(words)).toBeVisible();
    expect(
      table()
        .getByText(/Not known here/)
        .elements(),
    ).toHaveLength(1);
  });

  it('says of a source that an earlier version made its entities, and how to have them anew', async () => {
    sources = [aSource('s1', 'engine', { isOlder: true }), aSource('s2', 'website')];
    draw('integrations');
    await expect.element(page.getByText(/An earlier version of Cairn made its entities/)).toBeVisible();
    await menu('Build again from raw data');
    await expect.element(page.getByText('Build engine again?')).toBeVisible();
  });

  it('draws how long each took beside the longest, and nothing of a run alone', async () => {
    const bars = () => [...document.querySelectorAll<HTMLElement>('[data-label="Took"] [style]')];
    draw();
    await expect.poll(rows).toHaveLength(1);
    expect(bars().map(({ style }) => style.width)).toEqual(['0%']);
    root.unmount();
    runs = [aRun(2, { endedAt: '2026-11-01T10:00:15.000Z' }), aRun(1)];
    draw();
    await expect.poll(rows).toHaveLength(2);
    expect(bars().map(({ style }) => style.width)).toEqual(['50%', '100%']);
  });

  it('comes in pages', async () => {
    runs = Array.from({ length: 25 }, (_, index) => aRun(25 - index));
    draw();
    await expect.poll(rows).toHaveLength(20);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(rows).toHaveLength(25);
    expect(page.getByRole('button', { name: 'Show older' }).elements()).toEqual([]);
  });

  it('is of the source that the address names, and of any other when it is opened', async () => {
    sources = [aSource('s1', 'engine'), aSource('s2', 'website')];
    draw('integrations/git?source=s2');
    await expect.element(page.getByRole('table', { name: 'Runs of website' })).toBeVisible();
    expect(table().elements()).toEqual([]);
    await page.getByRole('button', { name: 'Schedule and runs of engine' }).click();
    await expect.element(table()).toBeVisible();
  });

  it('says where there is none, and where it cannot be read', async () => {
    runs = [];
    draw();
    await expect.element(page.getByText('No run yet')).toBeVisible();
    root.unmount();
    away = true;
    draw();
    await expect.element(page.getByText('The runs cannot be read')).toBeVisible();
    away = false;
    runs = [aRun(1)];
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(rows).toHaveLength(1);
  });

  it('has the first run as soon as the source was read', async () => {
    runs = [];
    const reading: Source['progress'] = { state: 'running', current: null, phases: [] };
    sources = [aSource('s1', 'engine', { status: 'ingesting', progress: reading, lastIngestedAt: null })];
    draw();
    await expect.element(page.getByText('No run yet')).toBeVisible();
    runs = [aRun(1)];
    sources = [aSource('s1', 'engine')];
    await expect.poll(() => rows().length, { timeout: 10_000 }).toBe(1);
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (scheme) => {
    runs = [
      aRun(2, { outcome: 'failed', error: 'Gone.' }),
      aRun(1, { brought: [{ kind: 'Commit', count: 9 }] }),
    ];
    draw('integrations/git', scheme);
    await expect.poll(rows).toHaveLength(2);
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)));
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  });
});
