import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { at, byAuthor, exploreUnderTest, open, seen } from '../../test/explore-page.tsx';

exploreUnderTest();

const author = { target: 'Person', attribute: 'name' };
const week = { target: 'Commit', attribute: 'committedAt', unit: 'week' as const };
const repository = { target: 'Repository', attribute: 'name' };
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the picker of views', () => {
  it('shows that bars stand where they are periods', async () => {
    open(at({ select: ['Commit'], groupBys: [week] }, 'barChart'));
    await expect.element(button('Vertical')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(button('Bar')).toHaveAttribute('aria-pressed', 'false');
  });

  it('gives the reason of a layout that needs a group, in the words of the specification', async () => {
    open(at({ select: ['Commit'] }));
    await button('Pivot').hover();
    await expect
      .element(page.getByRole('tooltip'))
      .toHaveTextContent(/^This view requires at least one group by field to be selected$/);
  });

  it('is one line with names in a window of 1440 pixels, and stays as it is whatever the query', async () => {
    // A sidebar of 240 pixels stands beside the page.
    await page.viewport(1_200, 900);
    const placesOf = async (query: object) => {
      open(at(query));
      await expect.element(button('Treemap')).toBeVisible();
      const found = [...document.querySelectorAll<HTMLElement>('[role=toolbar][aria-label=View] button')];
      return found.map((each) => {
        const { left, top } = each.getBoundingClientRect();
        const name = each.querySelector('span')?.getBoundingClientRect().width ?? 0;
        return { left: Math.round(left), top: Math.round(top), isNamed: name > 10 };
      });
    };
    const rows = await placesOf({ select: ['Commit'] });
    expect(new Set(rows.map(({ top }) => top)).size).toBe(1);
    expect(rows.every(({ isNamed }) => isNamed)).toBe(true);
    expect(rows.length).toBeGreaterThan(14);
    expect(await placesOf({ select: ['Commit'], groupBys: [week, repository] })).toEqual(rows);
  });

  it('is at the table after a picture that cannot be drawn was left for it', async () => {
    open(at({ select: ['Commit'], groupBys: [author, repository, week] }, 'heatMap'));
    await expect.element(page.getByText('Visualization Limit')).toBeVisible();
    await button('View as Table').click();
    await expect.element(button('Table')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(seen.address).toContain('v=');
  });
});

describe('the settings of a pivot', () => {
  it('choose what goes across, and which measures are shown', async () => {
    open(byAuthor);
    await button('Pivot').click();
    await expect.element(page.getByRole('grid')).toBeVisible();
    await button('View settings').click();
    const columns = page.getByRole('combobox', { name: 'Columns', exact: true });
    await expect.element(columns).toHaveValue('Author');
    await expect.element(page.getByRole('switch', { name: 'Totals' })).toBeChecked();
    // One measure leaves no choice.
    expect(page.getByRole('switch', { name: 'Measures side by side' }).query()).toBeNull();
  });
});
