import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked, at, exploreUnderTest, open, seen } from '../../test/explore-page.tsx';

exploreUnderTest();

const chip = (name: string) => page.getByRole('button', { name, exact: true });
const assigned = { select: ['Issue'], groupBys: [{ target: 'Assignees', attribute: 'name' }] };
const lastAsked = () => asked.findLast(({ path }) => path.endsWith('/group-bys'))?.body['asOf'];
const apply = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

describe('the moment of dated relations', () => {
  it('is said where it holds by default, and cannot be removed there', async () => {
    open(at(assigned));
    await expect.element(chip('As of Now')).toBeVisible();
    expect(chip('Remove As of Now').query()).toBeNull();
    open(at({ ...assigned, groupBys: [{ target: 'Person', attribute: 'Team' }], select: ['Commit'] }));
    await expect.element(chip('As of Each event')).toBeVisible();
    const both = [...assigned.groupBys, { target: 'Assignees.Team', attribute: 'name' }];
    open(at({ ...assigned, groupBys: both }));
    await expect.element(chip('As of Now; teams of each event')).toBeVisible();
  });

  it('is a clause that is chosen, asked, kept in the address, and removed', async () => {
    open(at(assigned));
    await chip('As of Now').click();
    await expect.element(chip('Now')).toHaveFocus();
    await chip('At the time of each event').click();
    await expect.element(chip('As of Each event')).toHaveFocus();
    await apply();
    await expect.poll(lastAsked).toBe('event');
    expect(seen.address).toBe(at({ ...assigned, asOf: 'event' }));
    await chip('As of Each event').click();
    await page.getByLabelText('On a day').fill('2026-03-01');
    await userEvent.keyboard('{Enter}');
    await apply();
    await expect.poll(lastAsked).toBe('2026-03-01');
    await expect.element(page.getByRole('heading', { name: /, as of Mar 1, 2026/ })).toBeVisible();
    await chip('Remove As of Mar 1, 2026').click();
    await expect.element(chip('As of Now')).toBeVisible();
    chip('As of Now').element().focus();
    await apply();
    await expect.poll(() => seen.address).toBe(at(assigned));
  });

  it('is offered only where a relation holds for a while', async () => {
    open(at({ select: ['Commit'] }));
    await page.getByRole('button', { name: 'Add a clause' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'As of' })).toBeDisabled();
    expect(chip('As of Now').query()).toBeNull();
  });
});
