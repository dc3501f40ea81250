import type { Host } from '@cairn/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aLink, clearPage, drawAt, FakeOrg } from '../../../../test/workspace-under-test.tsx';

const byAuthor = { target: 'Person', attribute: 'name' };
const byRepository = { target: 'Repository', attribute: 'name' };
const card = (more: object) => ({
  kind: 'explore',
  title: 'First',
  state: { params: { select: ['Commit'], groupBys: [byAuthor] }, viz: [] },
  ...more,
});
const brief = { kinds: [], tags: ['flow'], words: '', question: null };
const snippet = (id: string, params: object, isForCards = true, tags = ['flow']) =>
  aLink({
    id,
    name: id,
    type: 'snippet-v1',
    scope: 'org',
    brief: { ...brief, tags },
    json: { params, tags, isForCards },
  });

let org: FakeOrg;
let asked: { groupBys: unknown }[];
beforeEach(() => {
  org = new FakeOrg();
  asked = [];
});
afterEach(() => clearPage());

const renderPart: Host['renderPart'] = (_name, props) => {
  asked.push((props as unknown as { query: { groupBys: unknown } }).query);
  return <div>chart</div>;
};
async function open(more: object) {
  const state = { layout: [{ i: 'a', x: 0, y: 0, w: 6, h: 4 }], data: { a: card(more) }, extras: {} };
  org.links.push(aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify(state) }));
  drawAt('/acme/boards/b1', org, { renderPart });
  await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible();
}
const openMenu = () => page.getByRole('button', { name: 'Card menu of First' }).click();
const item = (name: string) => page.getByRole('menuitem', { name });

describe('the snippets of a card', () => {
  it('ask its question another way, until it is reset', async () => {
    org.links = [
      snippet('By repository', { select: ['Commit'], groupBys: [byRepository] }),
      snippet('Of issues', { select: ['Issue'], groupBys: [byRepository] }),
      snippet('Not for cards', { groupBys: [byRepository] }, false),
      snippet('Other tag', { groupBys: [byRepository] }, true, ['people']),
    ];
    await open({ snippetTags: ['flow'] });
    await openMenu();
    await item('Ask with a snippet').click();
    const offered = page.getByRole('list', { name: 'Snippets' }).getByRole('button');
    await expect
      .poll(() => offered.elements().map(({ textContent }) => textContent))
      .toEqual(['By repository']);
    await offered.click();
    await expect.poll(() => asked.at(-1)?.groupBys).toEqual([byRepository]);
    await expect
      .element(page.getByRole('article', { name: 'First' }).getByText('By repository'))
      .toBeVisible();
    await openMenu();
    await item("Reset to the card's question").click();
    await expect.poll(() => asked.at(-1)?.groupBys).toEqual([byAuthor]);
    expect(org.asked.filter(({ body }) => body['state'] !== undefined)).toEqual([]);
  });

  it('are named by tags in its editor, and say where none fits', async () => {
    await open({});
    await page.getByRole('button', { name: 'Unlock' }).click();
    await openMenu();
    await expect.element(item('Edit card')).toBeVisible();
    expect(item('Ask with a snippet').query()).toBeNull();
    await item('Edit card').click();
    await page.getByPlaceholder('Type a tag').fill('flow');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Apply' }).click();
    await openMenu();
    await item('Ask with a snippet').click();
    await expect.element(page.getByText('No snippet with the tags flow fits this question.')).toBeVisible();
  });
});
