import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { at, exploreUnderTest, open, seen, services } from '../../test/explore-page.tsx';

exploreUnderTest();

it('says in words which attribute is unknown, and removing it keeps the rest of the question', async () => {
  services.unknown = { name: 'fooBar', closest: ['additions'] };
  open(at({ select: ['Commit'], groupBys: ['Person.name', 'Commit.fooBar'], search: 'parser' }));
  const said = page.getByRole('alert').filter({ hasText: 'This question names something unknown' });
  await expect.element(said).toHaveTextContent('Commits have nothing called “fooBar”.');
  await expect.element(said).toHaveTextContent('Did you mean “Additions”? Remove it to see the rest;');
  expect(document.body.textContent).not.toContain('unknown_attribute');
  expect(document.body.textContent).not.toContain('Commit.fooBar');
  await page.getByRole('button', { name: 'Remove “by foo bar”' }).click();
  await expect.element(page.getByRole('button', { name: 'Ada 7' })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Search “parser”', exact: true })).toBeVisible();
  expect(seen.address).not.toContain('fooBar');
});

it('offers the kinds that an unknown one may have meant', async () => {
  services.unknown = { name: 'Comit', closest: ['Commit'] };
  open(at({ select: ['Comit'], search: 'parser' }));
  await expect.element(page.getByText(/^There is no kind called “Comit”\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove “Comit”' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask about commits' }).click();
  await expect.element(page.getByText('Fix parser')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Search “parser”', exact: true })).toBeVisible();
});
