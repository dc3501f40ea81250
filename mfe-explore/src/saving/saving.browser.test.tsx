import { READ_ONLY_MESSAGE } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import { emptyQuery, exploreAddress, parseDocument } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, byAuthor, exploreUnderTest, open, seen, services } from '../../test/explore-page.tsx';

exploreUnderTest();

const readDocument = (address: string) =>
  parseDocument(new URL(address, location.origin).searchParams.get('d'));

describe('saving', () => {
  it('keeps the question and says when it was changed', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Save query' }).click();
    await expect
      .element(page.getByRole('textbox', { name: 'Name' }))
      .toHaveValue('Commits by author, last 90 days');
    await userEvent.keyboard('Who commits{Enter}');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Who commits' })).toBeVisible();
    expect(JSON.parse(String(services.saved?.['state']))).toMatchObject({ params: { select: ['Commit'] } });
    await page.getByRole('button', { name: 'Vertical' }).click();
    await expect.element(page.getByText('Modified')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  it('gives a question that was grouped anew its saved name again once its changes are saved', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Save query' }).click();
    await userEvent.keyboard('Who commits{Enter}');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove Group' }).click();
    await page.getByRole('button', { name: 'Apply Changes' }).click();
    await expect.poll(() => readDocument(seen.address).title).toBe('Selecting "Commit"');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => readDocument(seen.address).title).toBe('Who commits');
  });

  it('asks who sees the query in the words of every other thing, and keeps what was typed if it fails', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Save query' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save query' });
    await expect.element(dialog.getByText('Only you have access to this query')).toBeVisible();
    await dialog.getByText('Share this query with your org').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Who commits');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('And how much');
    services.failsToSave = true;
    await dialog.getByRole('button', { name: 'Save query' }).click();
    await expect.poll(() => asked.some(({ path }) => path === '/api/deep-links/create')).toBe(true);
    await expect.element(dialog.getByRole('button', { name: 'Save query' })).toBeEnabled();
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Who commits');
    await expect.element(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('And how much');
    services.failsToSave = false;
    await dialog.getByRole('button', { name: 'Save query' }).click();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(services.saved).toMatchObject({ name: 'Who commits', scope: 'org' });
  });

  it('lets the query be added to a space once it is saved', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const item = page.getByRole('menuitem', { name: 'Add to space' });
    await expect.element(item).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Save query' }).click();
    await userEvent.keyboard('Who commits{Enter}');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await item.click();
    await expect.poll(() => document.querySelector('[data-part="workspace/SpacePicker"]')).not.toBeNull();
  });

  it('lets the query be followed once it is saved', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Save query' }).click();
    expect(page.getByRole('button', { name: 'Follow' }).query()).toBeNull();
    await userEvent.keyboard('Who commits{Enter}');
    await page.getByRole('button', { name: 'Follow' }).click();
    const follow = { path: '/api/acme/following/follow', body: { kind: 'query', id: 'q1', action: 'add' } };
    await expect.poll(() => asked).toContainEqual(follow);
  });

  it('opens a saved query by its id where the address does not tell what it asks', async () => {
    open(byAuthor);
    await page.getByRole('button', { name: 'Save query' }).click();
    await userEvent.keyboard('Who commits{Enter}');
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    asked.length = 0;
    open(exploreAddress('acme', { query: emptyQuery('acme'), title: 'Who commits', saved: 'q1' }));
    const theQuestion: unknown = expect.objectContaining({ select: ['Commit'], duration: 'P90D' });
    await expect.poll(() => asked.map(({ body }) => body)).toContainEqual(theQuestion);
    await expect.element(page.getByRole('button', { name: 'Ada 7' })).toBeInTheDocument();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  describe('over a version that somebody else has saved', () => {
    const theirs = { params: { select: ['Commit'], search: 'theirs' }, viz: [] };
    const saveMeanwhile = async () => {
      open(byAuthor);
      await page.getByRole('button', { name: 'Save query' }).click();
      await userEvent.keyboard('Who commits{Enter}');
      await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Vertical' }).click();
      services.saved = { ...services.saved, version: 7, state: JSON.stringify(theirs) };
      await page.getByRole('button', { name: 'Save changes' }).click();
    };
    const dialog = () => page.getByRole('dialog', { name: 'Changed by somebody else' });

    it('says who changed what, and replaces it when told to', async () => {
      await saveMeanwhile();
      await expect.element(dialog()).toHaveTextContent('Bob changed the content since you opened it.');
      await expect.element(dialog()).toHaveTextContent('Saved now: Commits');
      expect(services.saved?.['version']).toBe(7);
      await dialog().getByRole('button', { name: 'Replace with mine' }).click();
      await expect.poll(() => services.saved?.['version']).toBe(8);
      expect(JSON.stringify(services.saved?.['state'])).toContain('Person');
      await expect.poll(() => dialog().query()).toBeNull();
    });

    it('takes theirs', async () => {
      await saveMeanwhile();
      await dialog().getByRole('button', { name: 'Take theirs' }).click();
      await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
      const document = new URLSearchParams(seen.address.split('?')[1]).get('d');
      expect(parseDocument(document).saved).toBe('q1');
      expect(services.saved?.['version']).toBe(7);
    });

    it('keeps mine under a new name', async () => {
      await saveMeanwhile();
      await dialog().getByRole('button', { name: 'Save mine as new' }).click();
      await expect.element(page.getByRole('dialog', { name: 'Save query' })).toBeVisible();
    });
  });

  it('is disabled for a read-only account, with the reason', async () => {
    const viewer = { org: { ...createFakeHost().org, role: 'viewer' as const } };
    open(byAuthor, viewer);
    const save = page.getByRole('button', { name: 'Save query' });
    await expect.element(save).toBeDisabled();
    await expect.element(save).toHaveAttribute('title', READ_ONLY_MESSAGE);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    for (const name of ['Create snippet from query', 'Add to space']) {
      const item = page.getByRole('menuitem', { name });
      await expect.element(item).toBeDisabled();
      await expect.element(item).toHaveAttribute('title', READ_ONLY_MESSAGE);
    }
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeEnabled();
  });
});
