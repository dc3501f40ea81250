import { createFakeHost } from '@cairn/host/fake';
import { aNote } from '@cairn/saved/planted';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  asked,
  at,
  byAuthor,
  exploreUnderTest,
  open,
  option,
  seen,
  services,
} from '../../../test/explore-page.tsx';

exploreUnderTest();

const byRepository = { target: 'Repository', attribute: 'name' };
const onlyCairn = { ...byRepository, comparison: { IN: ['cairn'] } };
const snippetOf = (id: string, name: string, params: object) => ({
  ...aNote({ id, name }),
  type: 'snippet-v1',
  json: { params, tags: [], isForCards: false },
});
const favorite = {
  ...aNote({ id: 'q1', name: 'Commits of cairn' }),
  type: 'explore-v1',
  state: JSON.stringify({ params: { select: ['Commit'], search: 'fix' }, viz: [] }),
};
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const field = () => page.getByRole('combobox', { name: 'Snippet, favorite or team' });
const openOffers = async () => {
  await page.getByRole('button', { name: 'Add a clause' }).click();
  await page.getByRole('menuitem', { name: 'Snippet, favorite or team…' }).click();
  await expect.element(field()).toHaveFocus();
};

describe('the query menu', () => {
  it('adds the clauses of a snippet to the query, by keyboard', async () => {
    services.links = [snippetOf('s1', 'Only cairn', { filters: [onlyCairn], groupBys: [byRepository] })];
    open(byAuthor);
    await openOffers();
    await expect.element(option(/Only cairn.*Org/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('Where Repository is cairn')).toBeVisible();
    await expect.element(chip('Group By author')).toBeVisible();
    await expect.element(chip('Group By repository')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Apply Changes/ })).toBeEnabled();
  });

  it('offers favorites beside snippets, filtered by words and by the words that they share', async () => {
    services.links = [
      snippetOf('s1', 'Only cairn', { filters: [onlyCairn] }),
      snippetOf('s2', 'Only atlas', { filters: [onlyCairn] }),
      favorite,
    ];
    open(byAuthor);
    await openOffers();
    await expect.element(option(/Only atlas/)).toBeVisible();
    await expect.element(option('Commits of cairn')).toBeVisible();
    await page
      .getByRole('group', { name: 'Words of snippets' })
      .getByRole('button', { name: 'only' })
      .click();
    await expect.element(option('Commits of cairn')).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue('only');
    await field().fill('of cairn');
    await expect.element(option('Commits of cairn')).toBeVisible();
    const limits = asked.flatMap(({ path, body }) => (path.endsWith('/list') ? [body['limit']] : []));
    expect(new Set(limits)).toEqual(new Set([10, 250]));
    await option('Commits of cairn').click();
    await expect.element(chip('Search “fix”')).toBeVisible();
    await expect.element(chip('Group By author')).not.toBeInTheDocument();
  });

  it('narrows the query to a team once two letters are typed', async () => {
    services.named = [{ uuid: 'u', kind: 'Team', name: 'Payments' }];
    open(at({ select: ['Team'] }));
    await openOffers();
    await expect.element(page.getByText('There is no snippet and no favorite query yet')).toBeVisible();
    await field().fill('p');
    await expect.element(page.getByText('no matches')).toBeVisible();
    expect(services.searched).toEqual([]);
    await field().fill('pa');
    await option('Payments').click();
    await expect.element(page.getByRole('button', { name: /^Where .*Payments$/ })).toBeVisible();
    expect(services.searched).toMatchObject([{ term: 'pa', kind: 'Team' }]);
  });
});

describe('a snippet of a query', () => {
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Create snippet from query' }).click();
  };

  it('keeps the clauses that are chosen, and no dates', async () => {
    open(at({ select: ['Commit'], groupBys: [byRepository], filters: [onlyCairn], duration: 'P90D' }));
    await openDialog();
    const clauses = page.getByRole('group', { name: 'What it keeps' }).getByRole('checkbox');
    await expect.poll(() => clauses.elements().length).toBe(3);
    await page.getByRole('checkbox', { name: 'Select Commits' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('By repository');
    await page.getByRole('button', { name: 'Save snippet' }).click();
    await expect
      .poll(() => asked.find(({ path }) => path.endsWith('/create'))?.body)
      .toMatchObject({
        type: 'snippet-v1',
        name: 'By repository',
        scope: 'private',
        json: { params: { groupBys: [byRepository], filters: [onlyCairn] }, tags: [], isForCards: false },
      });
    const created = ['toast', { kind: 'info', message: 'Created snippet "By repository"' }];
    await expect.poll(() => (seen.host as ReturnType<typeof createFakeHost>).calls).toContainEqual(created);
  });

  it('needs a clause and a name', async () => {
    open(at({ select: ['Commit'] }));
    await openDialog();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nothing');
    await expect.element(page.getByRole('button', { name: 'Save snippet' })).toBeEnabled();
    await page.getByRole('checkbox', { name: 'Select Commits' }).click();
    await expect.element(page.getByRole('button', { name: 'Save snippet' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Select Commits' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(' ');
    await expect.element(page.getByText('A name is required')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Save snippet' })).toBeDisabled();
  });
});
