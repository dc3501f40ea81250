import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, at, exploreUnderTest, open, option, services, uuid } from '../../test/explore-page.tsx';

exploreUnderTest();

const found = (n: number, name: string, hint: string) => ({
  uuid: uuid(n),
  kind: 'Person',
  name,
  hint,
  exact: false,
});

describe('the values of a name', () => {
  it('are also found by key and address, each name once', async () => {
    services.named = [
      found(1, 'Ada Lovelace', 'ada@example.org'),
      found(2, 'Ada Lovelace', 'ada@example.net'),
      { ...found(3, 'Adapter', 'a.ts'), kind: 'SourceFile' },
    ];
    open(at({ select: ['Commit'] }));
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await page.getByRole('menuitem', { name: 'Filter', exact: true }).click();
    await userEvent.keyboard('author name');
    await option('Name').first().click();
    await userEvent.keyboard('ada@exa');
    await expect.element(option('Ada Lovelace ada@example.org')).toBeVisible();
    expect(services.searched).toEqual([{ term: 'ada@exa', kind: 'Person', pageSize: 20 }]);
    await expect.element(page.getByText('Found by name, key or address')).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(3);
    await option('Ada Lovelace ada@example.org').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect
      .poll(() => asked.at(-1)?.body['filters'])
      .toMatchObject([{ target: 'Person', attribute: 'name', comparison: { IN: ['Ada Lovelace'] } }]);
  });

  it('say which of them a limit on figures of people withholds', async () => {
    const words = '2 groups are withheld: fewer than 5 other people are in each.';
    services.withheld = { groups: 2, columns: [], words };
    open(at({ select: ['Commit'] }));
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await page.getByRole('menuitem', { name: 'Filter', exact: true }).click();
    await userEvent.keyboard('author name');
    await option('Name').first().click();
    await expect.element(page.getByText(`0 chosen. ${words}`)).toBeVisible();
  });

  it('of anything but a name are those of the selected rows alone', async () => {
    services.named = [found(1, 'Ada Lovelace', 'ada@example.org')];
    open(at({ select: ['Commit'] }));
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await page.getByRole('menuitem', { name: 'Filter', exact: true }).click();
    await userEvent.keyboard('sha{Enter}abc');
    const contained = () => asked.filter(({ path }) => path.endsWith('/facet-options')).at(-1)?.body;
    await expect.poll(contained).toMatchObject({ contains: 'abc' });
    await expect.element(option(/cairn/)).toBeVisible();
    // Enter ends the pause after which names are searched.
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => page.getByText('1 chosen').elements()).toHaveLength(1);
    expect(services.searched).toEqual([]);
  });
});
