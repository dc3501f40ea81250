import { aNote, plantedSavedTypes } from '@cairn/saved/planted';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aQuery, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
  org.links = [aNote({ id: 'n1', name: 'Why builds wait' }), aQuery('q1', 'Commits by person')];
});
afterEach(() => clearPage());

const draw = () => drawAt('/acme/library', org, {}, 'light', { types: plantedSavedTypes });
const row = (name: RegExp) => page.getByRole('row', { name });

describe('a type that has one entry in the table', () => {
  it('is a row of the library with its label and what it holds, and opens at its address', async () => {
    const host = draw();
    await expect.element(row(/Why builds wait/)).toHaveTextContent('Note');
    await expect.element(row(/Why builds wait/)).toHaveTextContent('Because it was slow');
    await page.getByText('Because it was slow').click();
    expect(host.calls.find(([name]) => name === 'navigate')).toEqual([
      'navigate',
      '/acme/notes/n1',
      undefined,
    ]);
  });

  it('is a choice of the filter', async () => {
    draw();
    await page.getByRole('button', { name: 'Notes 1' }).click();
    await expect.element(page.getByTestId('address')).toHaveTextContent('filter=type%3Anote');
    await expect.element(row(/Why builds wait/)).toBeVisible();
    await expect.poll(() => row(/Commits by person/).query()).toBeNull();
  });

  it('is counted, started and deleted in its own words', async () => {
    draw();
    await expect
      .element(page.getByText('2 saved boards, queries, spaces, topics, reports and notes'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New note' })).toBeEnabled();
    await page.getByRole('button', { name: 'Actions for Why builds wait' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete note' }).click();
    await expect.poll(() => org.links.map(({ name }) => name)).toEqual(['Commits by person']);
  });

  it('is not shown by a Cairn without the entry', async () => {
    drawAt('/acme/library', org);
    await expect.element(row(/Commits by person/)).toBeVisible();
    expect(row(/Why builds wait/).query()).toBeNull();
  });
});
