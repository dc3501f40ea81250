import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLink, aQuery, clearPage, drawAt, FakeOrg, axeFindings } from '../../test/workspace-under-test.tsx';

afterEach(() => clearPage());

/** An org whose search answers own things and those of others. */
function orgWithFinds(): FakeOrg {
  const org = new FakeOrg();
  org.failures.set('/deep-links/search', {
    status: 200,
    body: { data: [aQuery('q1', 'Commits by person'), aLink({ id: 'b1', name: 'Delivery' })], counts: {} },
  });
  return org;
}

it('asks what is typed, and lists what was saved and what is popular of every type with any', async () => {
  const org = orgWithFinds();
  const host = drawAt('/acme/ask', org);
  for (const title of ['Saved Questions', 'Saved Boards', 'Popular Questions', 'Popular Boards'])
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  expect(page.getByText('Saved Topics').query()).toBeNull();
  await expect
    .element(page.getByRole('link', { name: 'Delivery' }).first())
    .toHaveAttribute('href', '/acme/boards/b1');
  await page.getByRole('textbox').fill('commits');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => host.calls.filter(([name]) => name === 'ask')).toEqual([['ask', 'commits']]);
  const searches = () => org.asked.filter(({ path }) => path.endsWith('/search')).map(({ body }) => body);
  await expect
    .poll(searches)
    .toContainEqual(
      expect.objectContaining({ text: 'commits', order: 'popular', owner: 'others', perType: 3 }),
    );
  expect(await axeFindings()).toEqual([]);
});

it('keeps what is typed where there is no answer, and says why', async () => {
  const ask = () => Promise.reject(new Error('Nothing is known.'));
  drawAt('/acme/ask', orgWithFinds(), { ask });
  await page.getByRole('textbox').fill('commits');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Nothing is known.')).toBeVisible();
  await expect.element(page.getByRole('textbox')).toHaveValue('commits');
});
