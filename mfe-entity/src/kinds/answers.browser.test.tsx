import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { EVENTS, UNTYPED } from '../../test/entities.ts';
import { clearPages, serveGraph } from '../../test/entity-pages.tsx';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { sampleEntity } from '../../test/sample-entity.ts';
import { show } from '../../test/show.tsx';

afterEach(clearPages);

const KINDS = [
  'Issue',
  'PullRequest',
  'Person',
  'Repository',
  'CicdPipeline',
  'Message',
  'Sprint',
  'SourceFile',
];
const FRAMES = ['page', 'drawer'] as const;

function entityOf(kind: string, properties: Record<string, unknown> = {}): EntityDetail {
  const known = CATALOGUE.kind(kind);
  if (!known) throw new Error(`there is no kind ${kind}`);
  const full = sampleEntity(known, 'full');
  return { ...full, properties: { ...full.properties, deleted: false, ...properties } };
}

const REFUSALS = {
  not_found: [404, 'There is no such entity.'],
  unavailable: [503, 'The graph is away.'],
  query_timeout: [504, 'This took too long.'],
} as const;

/** Answers from a graph of one entity, but for calls whose path has this part: those fail. */
function serve(entity: EntityDetail, failing?: string, code: keyof typeof REFUSALS = 'query_timeout'): void {
  const events = { [entity.uuid]: EVENTS };
  const graph = createFakeGraph({ entities: [entity], events, files: {}, cells: 'A text of a row' });
  const [status, message] = REFUSALS[code];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    failing !== undefined && url.includes(failing)
      ? Promise.resolve(Response.json({ error: { code, message } }, { status }))
      : graph(url, init),
  );
}

const words = () => document.querySelector('main')?.textContent ?? '';
const heading = () => document.querySelector('h1, h3')?.textContent ?? '';
/** Links of what is shown that lead anywhere but to a page. */
const oddLinks = () =>
  [...document.querySelectorAll('main a')].flatMap((link) => {
    const { protocol } = new URL(link.getAttribute('href') ?? '', location.href);
    return /^https?:$/.test(protocol) ? [] : [protocol];
  });

interface Answer {
  readonly entity?: Record<string, unknown>;
  readonly failing?: string;
  readonly tab?: string;
  readonly except?: string;
  /** What the page then says, beside the name of the entity. */
  readonly says: string | RegExp;
}

/** What may be wrong with an entity or its calls while the entity itself is known. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'a deleted entity keeps its page and is marked': { entity: { deleted: true }, says: 'Deleted' },
  'a source link that would run is no link': {
    entity: { sourceUrl: 'javascript:window.hurt=1', integration: 'github' },
    says: /./,
  },
  'a history that fails says so and can be asked again': {
    failing: '/entity-history',
    tab: 'history',
    says: /Failed to load timeline.*This took too long\..*Try again/s,
  },
  'lists that fail leave the page, and say so where they stand': {
    failing: '/graph-search/',
    says: /This took too long\..*Try again/s,
    // Its lists are on a tab of their own.
    except: 'Message',
  },
  'contributors that fail leave the page': { failing: '/entity-contributors', says: /./ },
};

describe.each(FRAMES)('on a %s', (frame) => {
  it.each(Object.entries(ANSWERS))('%s', async (_, { entity, failing, tab = null, except, says }) => {
    for (const kind of KINDS.filter((each) => each !== except)) {
      const sample = entityOf(kind, entity);
      serve(sample, failing);
      show(<FramedEntity uuid={sample.uuid} frame={frame} start={tab} />);
      await expect.poll(heading, { message: kind }).toContain(sample.name?.slice(0, 20));
      await expect.poll(words, { message: kind }).toMatch(typeof says === 'string' ? new RegExp(says) : says);
      expect(oddLinks(), kind).toEqual([]);
      expect(words(), kind).not.toMatch(/undefined|\[object|NaN|javascript:/);
      clearPages();
    }
  });

  it.each([
    ['an id that is none', 'nonsense', undefined, 'Entity not found'],
    [
      'an id of nothing here: unknown, of another org, or of a removed source',
      undefined,
      'not_found',
      'Entity not found',
    ],
    ['a service that is too slow', undefined, 'query_timeout', 'The entity could not be read'],
  ] as const)('%s has its answer, and nothing else is said', async (_, uuid, code, says) => {
    const known = entityOf('Issue');
    serve(known, code === undefined ? undefined : '/entity-detail', code);
    show(<FramedEntity uuid={uuid ?? known.uuid} frame={frame} />);
    await expect.element(page.getByText(says)).toBeVisible();
    expect(words()).not.toContain(known.name);
    expect(words()).not.toContain(known.uuid);
    expect(document.querySelectorAll('main a')).toHaveLength(0);
    const retries = page.getByRole('button', { name: 'Try again' }).elements().length;
    expect(retries).toBe(code === undefined || code === 'not_found' ? 0 : 1);
  });
});

it('while the service is away a page waits, and comes by itself', async () => {
  const known = entityOf('Issue');
  serve(known, '/entity-detail', 'unavailable');
  show(<FramedEntity uuid={known.uuid} />);
  await expect.element(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
  serve(known);
  await expect.poll(heading).toContain(known.name?.slice(0, 20));
});

/** Pictures of an overview that ask for figures themselves, with what each says when it gets none. */
interface Picture {
  readonly kind: string;
  readonly more?: Record<string, unknown>;
  readonly failing?: string;
  readonly says: string;
}
const PICTURES: readonly Picture[] = [
  { kind: 'Sprint', says: 'The burndown could not be read' },
  { kind: 'Issue', more: { issueType: 'Epic' }, says: 'The progress could not be read' },
  { kind: 'Repository', says: 'This question could not be answered' },
  { kind: 'Release', says: 'The release before could not be read' },
  { kind: 'PullRequest', failing: '/entity-lineage', says: 'It could not be read' },
  { kind: 'CicdPipeline', failing: '/entity-status-history', says: 'The progress could not be read' },
];

it.each(PICTURES)(
  'a picture of a $kind without figures says so, and shows none',
  async ({ kind, more, failing = '/graph-search/', says }) => {
    const dates = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-09T00:00:00Z' };
    const entity = entityOf(kind, { ...dates, ...more });
    serve(entity, failing);
    show(<FramedEntity uuid={entity.uuid} />);
    await expect.element(page.getByText(says).first()).toBeVisible();
    expect(words()).not.toMatch(/nothing to take a share of|% of|0 done/);
  },
);

describe('messages', () => {
  it('an entity without a type is told in the console too', async () => {
    serveGraph();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(<FramedEntity uuid={UNTYPED} />);
    await expect.element(page.getByText('Entity with unexpected data')).toBeVisible();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('has no type'));
    warn.mockRestore();
  });

  it.each([
    ['Person', 'time'],
    ['Issue', 'communication'],
    ['Issue', 'work'],
    ['Message', 'work'],
  ])('empty lists of a %s say None: %s', async (kind, tab) => {
    const known = CATALOGUE.kind(kind);
    if (!known) throw new Error(`there is no kind ${kind}`);
    const empty = sampleEntity(known, 'empty');
    vi.stubGlobal('fetch', createFakeGraph({ entities: [empty], events: {}, files: {} }));
    show(<FramedEntity uuid={empty.uuid} start={tab} />);
    await expect.element(page.getByText('None', { exact: true }).first()).toBeVisible();
  });
});
