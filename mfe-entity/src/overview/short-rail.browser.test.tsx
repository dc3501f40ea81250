import { CATALOGUE } from '@cairn/entities';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clearPages } from '../../test/entity-pages.tsx';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { sampleEntity } from '../../test/sample-entity.ts';
import { show } from '../../test/show.tsx';

beforeEach(() => page.viewport(1400, 900));
afterEach(clearPages);

/** Opens the page of a kind, and returns the right edges of its rail and of its timeline. */
async function edgesOf(name: string): Promise<{ rail: number; timeline: number }> {
  const kind = CATALOGUE.kind(name);
  if (!kind) throw new Error('there is no such kind');
  const entity = sampleEntity(kind, 'full');
  vi.stubGlobal('fetch', createFakeGraph({ entities: [entity], events: {}, files: {} }));
  show(<FramedEntity uuid={entity.uuid} />, { host: { renderPart: () => null } });
  const rail = page.getByRole('complementary', { name: 'Key attributes' });
  const timeline = page
    .getByRole('region', { name: 'Timeline' })
    .or(page.getByText('Timeline', { exact: true }));
  await expect.element(rail).toBeVisible();
  await expect.element(timeline.first()).toBeVisible();
  const right = (element: Element) => element.getBoundingClientRect().right;
  return {
    rail: right(rail.element()),
    timeline: right(timeline.first().element().closest('section') ?? document.body),
  };
}

describe('beneath the key attributes', () => {
  it('the charts and the timeline of a person take the whole width, since few are told of a person', async () => {
    const { rail, timeline } = await edgesOf('Person');
    expect(timeline).toBe(rail);
  });

  it('those of an issue stay beside its rail', async () => {
    const { rail, timeline } = await edgesOf('Issue');
    expect(timeline).toBeLessThan(rail - 300);
  });
});

it('the zone of a header flows with its other facts', async () => {
  await page.viewport(390, 844);
  await edgesOf('PullRequest');
  const zone = page.getByText(/^Times in/).element();
  expect(getComputedStyle(zone).display).toBe('inline');
  expect(zone.previousElementSibling?.textContent).toContain('·');
});
