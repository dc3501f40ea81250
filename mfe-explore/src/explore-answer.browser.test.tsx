import type { MoreSiblings } from '@cairn/host';
import { createFakeHost } from '@cairn/host/fake';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  NARROWED,
  asked,
  at,
  byAuthor,
  exploreUnderTest,
  open,
  option,
  seen,
  services,
  uuid,
} from '../test/explore-page.tsx';

exploreUnderTest();

describe('an answer', () => {
  it('opens the entity of a row, with the rows around it', async () => {
    open(at({ select: ['Commit'] }));
    await page.getByText('Add tests').click();
    expect(seen.host.calls).toContainEqual(['openEntity', uuid(2), [uuid(1), uuid(2)], expect.any(Function)]);
  });

  it('hands the drawer the page that follows, and shows it', async () => {
    services.total = 60;
    open(at({ select: ['Commit'] }));
    await page.getByText('Add tests').click();
    const [, , , more] = seen.host.calls.find(([name]) => name === 'openEntity') ?? [];
    const step = more as MoreSiblings;
    expect(await step(-1)).toEqual([]);
    const before = asked.length;
    expect(await step(1)).toEqual([uuid(1), uuid(2)]);
    expect(asked.slice(before).map(({ body }) => (body as { page?: number }).page)).toContain(2);
    expect(await step(1)).toEqual([uuid(1), uuid(2)]);
    expect(await step(1)).toEqual([]);
  });

  it('lets a group be filtered by', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Ada 7' }).click();
    await page.getByRole('menuitem', { name: 'Author is Ada' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Where Author is Ada', exact: true }))
      .toBeVisible();
  });

  it('leads from a group to the same by something else, and to the time before', async () => {
    open(byAuthor);
    const bar = page.getByRole('button', { name: /^Ada/ }).first();
    await bar.click();
    await page.getByRole('menuitem', { name: 'Group it by something else' }).click();
    await userEvent.keyboard('Repository');
    await option(/^Name/).first().click();
    const clause = (name: RegExp) => page.getByRole('button', { name });
    await expect.element(clause(/^Where Author is Ada$/)).toBeVisible();
    await expect.element(clause(/^Group By repository/)).toBeVisible();
    open(byAuthor);
    await bar.click();
    await page.getByRole('menuitem', { name: 'Compare it with the time before' }).click();
    await expect.poll(() => asked.at(-1)?.body.compareWith).toEqual({ method: 'tuple' });
  });

  it('keeps the last picture while the next one is read', async () => {
    open(byAuthor);
    const bar = page.getByRole('button', { name: 'Ada 7' });
    await expect.element(bar).toBeInTheDocument();
    let release: () => void = () => undefined;
    services.held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    const groupBys = [{ target: 'Person', attribute: 'name' }];
    seen.go(at({ select: ['Commit'], groupBys, duration: 'P30D' }));
    const busy = () => document.querySelectorAll('[aria-busy=true]').length;
    await expect.poll(busy).toBe(1);
    await expect.element(bar).toBeInTheDocument();
    release();
    await expect.poll(busy).toBe(0);
    await expect.element(bar).toBeInTheDocument();
  });

  it('says why nothing was found and offers the way out', async () => {
    open(at({ select: ['Commit'], search: 'nothing' }));
    await expect.element(page.getByText('No Results Found')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the search: 312 rows' }).click();
    await expect.element(page.getByText('Fix parser')).toBeVisible();
  });

  it('says what is not populated, and its possible reasons to super administrators alone', async () => {
    const text = 'Integration git has not started ingesting yet.';
    const reasons = [{ code: 'IngestionNotStarted', integration: 'git', text }];
    const commit = { entity: 'Commit', providable: true, text: 'Commit is not populated.', reasons };
    services.empty = { ...NARROWED, data: [commit], narrowing: [] };
    open(at({ select: ['Commit'], search: 'nothing' }));
    await expect
      .element(page.getByText(/Commit is not populated\. Contact your administrator/))
      .toBeVisible();
    expect(page.getByText('Possible Reasons').elements()).toHaveLength(0);
    const user = { ...createFakeHost().user, superuser: true };
    open(at({ select: ['Commit'], search: 'nothing' }), { user });
    await page.getByText('Possible Reasons').click();
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('says how many values a measure is of and how many things have none, and in its header by keyboard', async () => {
    const aggregations = [{ target: 'Commit', attribute: 'additions', reducer: 'median' as const }];
    open(at({ select: ['Commit'], groupBys: ['Person.name'], aggregations }));
    const behind = page.getByText('Median of 1,204 values; 87 more have none.');
    await expect.element(behind).toBeVisible();
    expect(asked.filter(({ body }) => body.counts === true)).toHaveLength(1);
    expect(seen.address).not.toContain('counts');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect.element(behind).toBeVisible();
    await userEvent.keyboard('{Tab}');
    (page.getByRole('button', { name: 'Commits', exact: true }).element() as HTMLElement).focus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('of 1,204 values; 87 more have none.');
  });

  it('does not ask of how many a count is', async () => {
    open(byAuthor);
    await expect.element(page.getByRole('button', { name: 'Ada 7' })).toBeInTheDocument();
    expect(asked.at(-1)?.body.counts).toBeUndefined();
    expect(document.querySelector('[data-sample-sizes]')).toBeNull();
  });

  it('fails in its place, and can be asked again', async () => {
    services.fail = true;
    open(byAuthor);
    await expect.element(page.getByText('This took longer than 30 seconds.')).toBeVisible();
    services.fail = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('button', { name: 'Ada 7' })).toBeInTheDocument();
  });

  it('says of each view that cannot draw it why', async () => {
    open(at({ select: ['Commit'] }));
    const heat = page.getByRole('button', { name: 'Heatmap' });
    await expect.element(heat).toHaveAttribute('aria-disabled', 'true');
    await heat.hover();
    await expect
      .element(
        page.getByText(
          'Unable to visualize this chart with the current query state. Minimum 1 groups required',
        ),
      )
      .toBeVisible();
  });
});
