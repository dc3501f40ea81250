import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aLink, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';
import { Recent } from './recent.tsx';

afterEach(() => clearPage());
const draw = (org: FakeOrg) => drawAt('/acme/nowhere', org, {}, 'light', { wrap: () => <Recent /> });

describe('what is recent', () => {
  it('is what the user opened last, each with its address', async () => {
    const org = new FakeOrg();
    org.links = [aLink({ id: 'b1', name: 'Only changed' })];
    const at = '2026-11-20T10:00:00Z';
    org.opened = [
      { type: 'team', id: 't1', name: 'Core', url: '/acme/teams/t1', timestamp: at },
      { type: 'entity', id: 'e1', name: 'APP-1', url: '/acme/entity/e1?t=x', timestamp: at },
      { type: 'space', id: 's1', name: 'Weekly', url: '/acme/space/s1', timestamp: at },
      { type: 'board', id: 'b2', name: 'Opened board', url: '/acme/boards/b2', timestamp: at },
    ];
    draw(org);
    await expect.element(page.getByRole('heading', { name: 'Recently opened' })).toBeVisible();
    const links = page.getByRole('listitem').getByRole('link');
    expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
      '/acme/teams/t1',
      '/acme/entity/e1?t=x',
      '/acme/space/s1',
      '/acme/boards/b2',
    ]);
    // Each has the icon of the page that shows it.
    const icons = [...document.querySelectorAll('li svg')].map(({ classList }) => classList[1]);
    expect(icons).toEqual([
      'lucide-users-round',
      'lucide-git-commit-horizontal',
      'lucide-shapes',
      'lucide-layout-dashboard',
    ]);
    expect(page.getByText('Only changed').query()).toBeNull();
  });

  it('is what was changed last for somebody who opened nothing yet', async () => {
    const org = new FakeOrg();
    org.links = [aLink({ id: 'b1', name: 'Only changed' })];
    draw(org);
    await expect
      .element(page.getByRole('link', { name: /Only changed/ }))
      .toHaveAttribute('href', '/acme/boards/b1');
    await expect.element(page.getByRole('heading', { name: 'Recent boards and queries' })).toBeVisible();
  });
});
