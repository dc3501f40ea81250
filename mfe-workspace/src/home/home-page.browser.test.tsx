import type { Source } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aQuery, axeFindings, clearPage, drawAt, FakeOrg } from '../workspace-under-test.tsx';

const source = (part: Partial<Source['progress']>): Source => ({
  id: 's1',
  type: 'git',
  name: 'cairn',
  status: 'ingesting',
  progress: { phase: 'done', done: 0, total: null, perSecond: null, ...part },
  notes: [],
  error: null,
  erroredAt: null,
  lastIngestedAt: null,
});

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.sources = [source({})];
  org.links = [aQuery('q1', 'Commits by person')];
});
afterEach(() => clearPage());

const askBox = () => page.getByRole('textbox', { name: 'Ask a question about your data' });
const asked = (answer: object) =>
  org.failures.set('/ask/query', {
    status: 200,
    body: {
      data: {
        intent: 'query',
        query: { select: ['Commit'] },
        view: null,
        title: 'Commits',
        understood: ['commits'],
        ignored: [],
        answeredBy: 'planner',
        ...answer,
      },
    },
  });

describe('home', () => {
  it('asks for real charts of the period, and lists people by name', async () => {
    const drawn: string[] = [];
    drawAt('/acme/home', org, {
      renderPart: (_name, props) => {
        drawn.push('label' in props ? props.label : '');
        return <div>chart</div>;
      },
    });
    await expect.element(page.getByRole('heading', { name: 'Commits a week' })).toBeVisible();
    expect(new Set(drawn)).toEqual(
      new Set(['Commits a week', 'Where the work happens', 'When commits are made']),
    );
    await expect.element(page.getByText('Grace Hopper')).toBeVisible();
    const people = org.asked.find(({ body }) => JSON.stringify(body).includes('"attribute":"name"'));
    expect(people?.body).toMatchObject({ order: [{ by: 'Person.name', direction: 'ascending' }] });
    await expect.element(page.getByRole('link', { name: 'Commits by person' })).toBeVisible();
  });

  it('opens what a question was understood as', async () => {
    asked({});
    const host = drawAt('/acme/home', org);
    await askBox().fill('commits');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => host.calls.find(([name]) => name === 'navigate')?.[1])
      .toMatch(/^\/acme\/explore\?s=/);
  });

  it('says which words it did not understand before it opens anything', async () => {
    asked({ ignored: ['flabbergast'] });
    const host = drawAt('/acme/home', org);
    await askBox().fill('flabbergast commits');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/Not understood: flabbergast/)).toBeVisible();
    expect(host.calls.some(([name]) => name === 'navigate')).toBe(false);
    await page.getByRole('button', { name: 'Open in Explore', exact: true }).click();
    expect(host.calls.some(([name]) => name === 'navigate')).toBe(true);
  });

  it('shows the reason in place when a question cannot be answered', async () => {
    org.failures.set('/ask/query', {
      status: 400,
      body: { error: { code: 'invalid_query', message: 'No kind of data was named.' } },
    });
    drawAt('/acme/home', org);
    await askBox().fill('hello');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No kind of data was named.')).toBeVisible();
  });

  it('says how far the changes are read and which figures are not complete', async () => {
    org.sources = [source({ phase: 'diff', done: 12_400, total: 40_000, perSecond: 850 })];
    drawAt('/acme/home', org);
    await expect
      .element(page.getByText(/Reading changes of cairn: 12,400 of 40,000 commits, about 32s left/))
      .toBeVisible();
    await expect.element(page.getByText('Not complete yet: changes are still being read.')).toBeVisible();
  });

  it('offers the next step while no source is connected', async () => {
    org.sources = [];
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('link', { name: 'Add a repository' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it('fails in place when the graph is down', async () => {
    org.failures.set('/configuration', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'The graph cannot be reached.' } },
    });
    drawAt('/acme/home', org);
    await expect.element(page.getByRole('alert')).toHaveTextContent('The graph cannot be reached.');
  });

  it.each(['light', 'dark'] as const)('has no finding of axe in the %s theme', async (theme) => {
    drawAt('/acme/home', org, {}, theme);
    await expect.element(page.getByText('Grace Hopper')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});
