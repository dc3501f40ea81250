import axe from 'axe-core';
import type { QueryInput } from '@cairn/query';
import { drag } from '@cairn/ui/drag';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, at, exploreUnderTest, open, option, seen, services } from '../test/explore-page.tsx';

exploreUnderTest();

const count = { target: 'Commit', attribute: 'uuid', reducer: 'count' } as const;
const added = { target: 'Commit', attribute: 'additions', reducer: 'sum' } as const;
const grouped: QueryInput = {
  select: ['Commit'],
  groupBys: [{ target: 'Person', attribute: 'name' }],
  aggregations: [added, count],
};
const each = { name: 'Each', formula: ['divide', 'sum(Commit.additions)', 'count(Commit.uuid)'] };
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const apply = () => page.getByRole('button', { name: 'Apply', exact: true });
const part = (name: string) => page.getByRole('combobox', { name, exact: true });
const add = async (name: string) => {
  await page.getByRole('button', { name: 'Add a clause' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const applied = async () => {
  const before = asked.length;
  const sent = () => asked.slice(before).findLast(({ path }) => !path.endsWith('/facet-options'))?.body;
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('button', { name: 'No Changes' })).toBeVisible();
  await expect.poll(sent).toBeDefined();
  return sent();
};

describe('a formula', () => {
  it('is written by keyboard, in words while it is, and is a column of what is asked', async () => {
    open(at(grouped));
    await add('Formula');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('Lines each');
    await part('Function').click();
    await userEvent.keyboard('divide{Enter}');
    await expect.element(page.getByLabelText('Preview')).toHaveTextContent('Divide(…, …)');
    await expect.element(apply()).toBeDisabled();
    await expect.element(part('Parameter 1 of Divide')).toHaveFocus();
    await userEvent.keyboard('addit{Enter}{Tab}2');
    await expect.element(option('2')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByLabelText('Preview')).toHaveTextContent('Divide(Total additions, 2)');
    await part('Parameter 1 of Divide').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(part('Parameter 1 of Divide')).toBeVisible();
    await apply().click();
    await expect.element(chip('Formula Lines each')).toHaveFocus();
    const formula = { name: 'Lines each', formula: ['divide', 'sum(Commit.additions)', 2] };
    expect(await applied()).toMatchObject({ formulas: [formula] });
    const { address } = seen;
    open(address);
    await expect.element(chip('Formula Lines each')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /and Lines each by author/ })).toBeVisible();
  });

  it('takes the parameters of its function, functions among them, and says what is wrong', async () => {
    open(at({ ...grouped, formulas: [each] }));
    await chip('Formula Each').click();
    await expect.element(part('Parameter 2 of Divide')).toHaveValue('Commits');
    await part('Function').click();
    await userEvent.keyboard('Absolute{Enter}');
    await expect.element(page.getByLabelText('Preview')).toHaveTextContent(/^Absolute\(Total additions\)$/);
    await part('Function').click();
    await userEvent.keyboard('Add{Enter}');
    await part('Parameter 2 of Add').click();
    await userEvent.keyboard('abs{Enter}');
    await part('Parameter 1 of Absolute').click();
    await userEvent.keyboard('c');
    await expect.element(option('Commits')).toHaveAttribute('data-combobox-selected');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Add needs one unit, not line and plain numbers.')).toBeVisible();
    await expect.element(apply()).toBeDisabled();
    await page.getByRole('button', { name: 'Add a parameter' }).last().click();
    await page.getByRole('button', { name: 'Remove parameter 3 of add' }).click();
    await expect.element(page.getByRole('button', { name: 'Add a parameter' }).last()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(chip('Formula Each')).toHaveFocus();
  });

  it('reads the count that goes without saying, which is said from then on', async () => {
    open(at({ ...grouped, aggregations: [] }));
    await add('Formula');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('Share');
    await part('Function').click();
    await userEvent.keyboard('percent of{Tab}');
    await expect.element(part('Parameter 1 of Percent of total')).toHaveFocus();
    await userEvent.keyboard('c');
    await expect.element(option('Commits')).toHaveAttribute('data-combobox-selected');
    await userEvent.keyboard('{Enter}');
    await apply().click();
    await expect.element(chip('Measure Commits')).toBeVisible();
    expect(await applied()).toMatchObject({ aggregations: [count] });
  });

  it('goes with what it reads, which is said, and is told apart when it cannot be computed', async () => {
    open(at({ ...grouped, formulas: [each, { name: 'More', formula: ['difference', 'Each'] }] }));
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Formula “More”: Difference needs a period to compare with.');
    await expect.element(chip('Formula More')).toHaveAttribute('aria-invalid', 'true');
    (chip('Measure Total additions').element() as HTMLElement).focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(chip('Formula More')).not.toBeInTheDocument();
    const message = 'Removed 2 clauses that needed it';
    expect(seen.host.calls).toContainEqual(['toast', { kind: 'info', message }]);
  });
});

describe('a condition on what is computed', () => {
  it('keeps the groups between two ends, shares in percent, and leaves by keyboard', async () => {
    const share = { name: 'Share', formula: ['percentOfTotal', 'sum(Commit.additions)'] };
    open(at({ ...grouped, formulas: [share] }));
    await add('Having');
    await userEvent.keyboard('share{Enter}');
    await expect.element(page.getByRole('spinbutton', { name: 'From, in percent' })).toHaveFocus();
    await expect.element(apply()).toBeDisabled();
    await userEvent.keyboard('2.5{Enter}');
    const having = chip('Having Share at least 2.5%');
    await expect.element(having).toHaveFocus();
    expect(await applied()).toMatchObject({
      having: [{ column: 'Share', comparison: { WITHIN: [0.025, null] } }],
    });
    await expect.element(page.getByText(/by author, Share at least 2\.5%/)).toBeVisible();
    await having.click();
    await expect.element(page.getByRole('spinbutton', { name: 'From, in percent' })).toHaveValue(2.5);
    await userEvent.keyboard('{Escape}{Backspace}');
    await expect.element(having).not.toBeInTheDocument();
  });

  it('needs a group', async () => {
    open(at({ select: ['Commit'] }));
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Having' })).toBeDisabled();
  });
});

describe('a measure', () => {
  it('has a title and one filter of its own, and what reads it follows', async () => {
    open(at({ ...grouped, formulas: [each] }));
    await chip('Measure Total additions').click();
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await userEvent.keyboard('Of Cairn');
    await page.getByRole('combobox', { name: 'How to measure it' }).click();
    await option('Average').click();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await userEvent.keyboard('repository name{Enter}');
    await option(/cairn/).click();
    await page.getByRole('button', { name: 'Use this filter' }).click();
    await expect.element(page.getByText('Where repository is cairn')).toBeVisible();
    await apply().click();
    await expect.element(chip('Measure Of Cairn')).toHaveFocus();
    expect(await applied()).toMatchObject({
      aggregations: [{ reducer: 'avg', title: 'Of Cairn', filters: [{ target: 'Repository' }] }, count],
      formulas: [{ formula: ['divide', 'avg(Commit.additions)', 'count(Commit.uuid)'] }],
    });
    await chip('Measure Of Cairn').click();
    await page.getByRole('button', { name: 'Remove the filter' }).click();
    await userEvent.clear(page.getByRole('textbox', { name: 'Title' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('Measure Average additions')).toBeVisible();
    expect((await applied())?.['aggregations']).toEqual([{ ...added, reducer: 'avg' }, count]);
  });

  it('is another field, with what it counts', async () => {
    const filters = [{ target: 'Repository', attribute: 'name', comparison: { IN: ['cairn'] } }];
    open(at({ ...grouped, aggregations: [{ ...added, filters }] }));
    await chip('Measure Total additions where repository is cairn').click();
    await page.getByRole('button', { name: 'Commit: Additions, choose another' }).click();
    await userEvent.keyboard('deletions{Enter}median{Enter}');
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('Measure Median deletions where repository is cairn')).toBeVisible();
  });
});

describe('a count of what is related', () => {
  it('counts different things, not different names', async () => {
    open(at(grouped));
    await add('Measure');
    await userEvent.keyboard('different repositories{Enter}');
    const counted = { target: 'Repository', attribute: 'uuid', reducer: 'countDistinct' };
    expect((await applied())?.['aggregations']).toContainEqual(counted);
  });
});

describe('the columns of rows', () => {
  const columns = () => asked.at(-1)?.body['columns'];

  it('are searched, added once, dragged, moved by keyboard and removed', async () => {
    open(at({ select: ['Commit'] }));
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const search = page.getByRole('combobox', { name: 'Columns to add' });
    await expect.element(search).toHaveFocus();
    await expect
      .element(search)
      .toHaveAttribute('placeholder', expect.stringMatching(/^Search \(\d+ available\)$/));
    await userEvent.keyboard('zzz');
    await expect.element(page.getByText('No matching columns found')).toBeVisible();
    await userEvent.clear(search);
    // A relation to many is not offered.
    await userEvent.keyboard('additions');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Selected Columns (2)')).toBeVisible();
    await expect.poll(columns).toEqual(['Commit.name', 'Commit.additions']);
    (page.getByRole('button', { name: 'Move Additions', exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(page.getByText('Additions is column 1 of 2')).toBeInTheDocument();
    await expect.poll(columns).toEqual(['Commit.additions', 'Commit.name']);
    await expect.element(page.getByRole('button', { name: 'Move Additions', exact: true })).toHaveFocus();
    const rows = page.getByRole('listitem');
    await drag(rows.nth(0).element(), rows.nth(1).element());
    await expect.element(rows.nth(0)).toHaveTextContent('Name');
    expect(seen.address).toMatch(/[?&]s=/);
    await page.getByRole('button', { name: 'Remove Name' }).click();
    await expect.poll(columns).toEqual(['Commit.additions']);
    await expect.element(page.getByRole('button', { name: 'Remove Additions' })).toBeDisabled();
    await page.getByRole('button', { name: 'Show the usual ones' }).click();
    await expect.element(page.getByText(/Selected Columns/)).not.toBeInTheDocument();
    await expect.poll(() => seen.address).toBe(at({ select: ['Commit'] }));
  });

  it('can be given up where they cannot be shown', async () => {
    services.fail = true;
    open(at({ select: ['Commit'], columns: ['Commit.gone'] }));
    await expect.element(page.getByText('This took longer than 30 seconds.')).toBeVisible();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'Show the usual ones' }).click();
    await expect.poll(() => seen.address).toBe(at({ select: ['Commit'] }));
  });

  it('are not chosen where rows are grouped', async () => {
    open(at({ ...grouped, formulas: [each] }, 'unifiedTable'));
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(page.getByRole('button', { name: 'Columns', exact: true }).query()).toBeNull();
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it.each(['Formula Each', 'Having Each at least 1', 'Measure Commits'])(
    'axe finds no violation in the editor of %s',
    async (name) => {
      const having = [{ column: 'Each', comparison: { WITHIN: [1, null] as [number, null] } }];
      open(at({ ...grouped, formulas: [each], having }), {}, scheme);
      await chip(name).click();
      await expect.element(apply()).toBeVisible();
      await Promise.all(document.getAnimations().map((every) => every.finished.catch(() => undefined)));
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
    },
  );
});
