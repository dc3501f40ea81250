import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Query } from '@cairn/query';
import { at, exploreUnderTest, NOTHING, open, services } from '../../test/explore-page.tsx';
import { QuestionView } from '../question-view.tsx';

exploreUnderTest();

const byFile = { select: ['Commit'], groupBys: [{ target: 'SourceFile', attribute: 'path' }] };
const query = Query.parse(byFile);
const view = { value: 'barChart', config: {} };
const card = <QuestionView query={query} view={view} height={300} label="Commits" />;

describe('what an answer notes', () => {
  it('stands beneath the title in Explore and beneath the picture of a card', async () => {
    services.meta = { notes: ['Renames not yet joined'] };
    open(at(byFile));
    await expect.element(page.getByText(/ · Renames not yet joined/)).toBeVisible();
    open('/', NOTHING, 'light', card);
    await expect.element(page.getByTitle('Renames not yet joined', { exact: true })).toBeVisible();
    const [bottom, whole] = ['footer', '[data-pdf]'].map(
      (each) => document.querySelector(each)?.getBoundingClientRect().bottom ?? 0,
    );
    expect(bottom).toBeLessThanOrEqual(whole ?? 0);
  });

  it('is first of all what is withheld, and why', async () => {
    const words = '2 groups are withheld: fewer than 5 other people are in each.';
    services.meta = { withheld: { groups: 2, columns: [], words }, notes: ['Renames not yet joined'] };
    open(at(byFile));
    await expect.element(page.getByText(/ · 2 groups are withheld: .* in each · Renames/)).toBeVisible();
    open('/', NOTHING, 'light', card);
    await expect.element(page.getByTitle(/^2 groups are withheld/)).toBeVisible();
  });

  it('stands in the place of an answer of which all is withheld', async () => {
    const words = 'This figure is withheld: fewer than 5 other people are in it.';
    services.meta = { withheld: { groups: 1, columns: [], words } };
    const figure = Query.parse({ select: ['Commit'] });
    const metric = { value: 'metric', config: {} };
    open('/', NOTHING, 'light', <QuestionView query={figure} view={metric} height={200} label="Commits" />);
    await expect.element(page.getByText('Withheld', { exact: true })).toBeVisible();
    await expect.element(page.getByText(new RegExp(words))).toBeVisible();
    expect(page.getByText('12', { exact: true }).query()).toBeNull();
  });

  it('takes no place where there is nothing to note', async () => {
    open('/', NOTHING, 'light', card);
    await expect.element(page.getByText('Ada')).toBeVisible();
    expect(document.querySelector('footer')).toBeNull();
  });
});
