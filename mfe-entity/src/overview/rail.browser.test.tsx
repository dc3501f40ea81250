import type { EntityDetail } from '@cairn/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearPages } from '../../test/entity-pages.tsx';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { plainEntity } from '../../test/plain-entity.ts';
import { show } from '../../test/show.tsx';

beforeEach(() => page.viewport(1400, 900));
afterEach(clearPages);

async function open(entity: EntityDetail): Promise<void> {
  vi.stubGlobal('fetch', createFakeGraph({ entities: [entity], events: {}, files: {} }));
  show(<FramedEntity uuid={entity.uuid} />, { host: { renderPart: () => null } });
  await expect.element(page.getByRole('heading').first()).toBeVisible();
}
const rail = () => page.getByRole('complementary', { name: 'Key attributes' });
const termsIn = (selector: string) =>
  [...document.querySelectorAll(`${selector} dt`)].map(({ textContent }) => textContent);

describe('the key attributes of a page', () => {
  it('leave out what a run does not have, which the list of all properties tells', async () => {
    await open(plainEntity('CicdPipeline', { integration: 'circleci', result: 'success', attempt: 2 }));
    await expect.element(rail().getByText('Attempt')).toBeVisible();
    expect(termsIn('aside')).not.toContain('Environment');
    await expect.element(rail()).not.toHaveTextContent('N/A');
    expect(document.querySelector('header')?.textContent).not.toContain('N/A');
    await userEvent.click(page.getByRole('tab', { name: 'Properties' }));
    await vi.waitFor(() => expect(termsIn('[role=tabpanel]')).toContain('Environment'));
    await expect.element(page.getByText('N/A').first()).toBeVisible();
  });

  it('say why a measure is missing', async () => {
    await open(
      plainEntity('Issue', { integration: 'jira', cycleTime: null, noCycleTimeReason: 'Not done yet' }),
    );
    await expect.element(page.getByText('Not done yet.').first()).toBeVisible();
  });

  it('do not repeat the name, the number and the status that the header of a pull request says', async () => {
    const said = { name: 'Retry', title: 'Retry', prNumber: '#470', number: 470, state: 'closed' };
    await open(
      plainEntity(
        'PullRequest',
        { integration: 'github', ...said, status: 'Merged', sourceStatus: 'closed', commits: 5 },
        { name: 'Retry' },
      ),
    );
    await expect.element(rail().getByText('Number of commits')).toBeVisible();
    for (const name of ['Name', 'Title', 'Number', 'Pr number', 'Status', 'State', 'Source status'])
      expect(termsIn('aside')).not.toContain(name);
  });

  it('do not repeat that an epic is one', async () => {
    await open(plainEntity('Issue', { integration: 'jira', issueType: 'Epic', storyPoints: 5 }));
    await expect.element(rail().getByText('Story points')).toBeVisible();
    expect(termsIn('aside')).not.toContain('Issue type');
  });

  it.each([
    ['the author of a pull request', 'PullRequest', 'Person', 'createdBy', 'Created by'],
    ['the branch of a run', 'CicdPipeline', 'Branch', 'branch', 'Branch'],
  ])('do not repeat %s, which the header links', async (_, kind, relation, attribute, term) => {
    const item = { uuid: '00000000-0000-4000-8000-000000000009', kind: relation, name: 'Kaori' };
    const linked = [{ name: relation, label: relation, target: relation, total: 1, items: [item] }];
    const told = { integration: 'github', attempt: 2, commits: 5, [attribute]: 'Kaori' };
    await open(plainEntity(kind, told, { relations: linked }));
    await expect.element(page.getByRole('link', { name: 'Kaori' }).first()).toBeVisible();
    await vi.waitFor(() => expect(termsIn('aside').length).toBeGreaterThan(0));
    expect(termsIn('aside')).not.toContain(term);
  });

  it('take no room where there are none', async () => {
    await open(plainEntity('Person', {}, { name: 'Ada' }));
    await vi.waitFor(() => {
      const empty = document.querySelector('aside');
      if (!empty?.parentElement) throw new Error('there is no rail');
      expect(empty.childElementCount).toBe(0);
      expect(getComputedStyle(empty).display).toBe('none');
      expect(getComputedStyle(empty.parentElement).gridTemplateColumns.split(' ')).toHaveLength(1);
    });
  });
});
