import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLink, axeFindings, clearPage, drawAt, FakeOrg } from '../../../test/workspace-under-test.tsx';

let org: FakeOrg;
const state = (first: string, second: string) =>
  JSON.stringify({
    layout: ['a', 'b'].map((i, at) => ({ i, x: at * 6, y: 0, w: 6, h: 4 })),
    data: { a: { kind: 'markdown', markdown: first }, b: { kind: 'markdown', markdown: second } },
  });
beforeEach(() => {
  org = new FakeOrg();
  org.links = [aLink({ id: 'b1', name: 'Delivery', scope: 'org', state: state('First', 'Second') })];
});
afterEach(() => clearPage());

const button = (name: string) => page.getByRole('button', { name });
const saveElsewhere = (first: string, second: string) => {
  org.links = org.links.map((link) => ({ ...link, state: state(first, second), version: 9 }));
};
/** Changes the first card and saves, while somebody else has saved as well. */
async function saveMeanwhile(first: string, second: string) {
  drawAt('/acme/boards/b1', org);
  await button('Unlock').click();
  await button('Card menu of First').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Markdown' }).fill('Mine');
  await button('Apply').click();
  saveElsewhere(first, second);
  await button('Save board').click();
  await button('Compare').click();
}
const cards = () =>
  Object.values(org.board('b1').data).map((card) => (card as unknown as { markdown: string }).markdown);

describe('a board that two people changed', () => {
  it('keeps both changes where they are in different parts', async () => {
    await saveMeanwhile('First', 'Theirs');
    await expect.element(page.getByText(/You changed different parts/)).toBeVisible();
    await button('Save both').click();
    await expect.poll(cards).toEqual(['Mine', 'Theirs']);
    expect(org.links[0]?.version).toBe(10);
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  });

  it('asks for a side of each part that both changed, and loses nothing of the others', async () => {
    await saveMeanwhile('Theirs', 'Also theirs');
    await expect.element(page.getByRole('radio', { name: 'Mine: Mine' })).toBeChecked();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('radio', { name: 'Theirs: Theirs' }).click();
    await button('Save both').click();
    await expect.poll(cards).toEqual(['Theirs', 'Also theirs']);
  });
});
