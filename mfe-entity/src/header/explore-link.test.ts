import { describe, expect, it } from 'vitest';
import { KIND_PAGES } from '../kinds/kinds.ts';
import { GENERIC_PAGE } from '../kind-page/define-kind-page.tsx';
import { exploreQuery } from './explore-link.ts';

const UUID = '00000000-0000-4000-8000-000000000001';

function queryFor(kind: string, properties: Record<string, unknown> = {}, name: string | null = 'Ada') {
  const { explore } = KIND_PAGES.find((page) => page.kind === kind) ?? GENERIC_PAGE;
  const query = exploreQuery(
    { uuid: UUID, labels: [kind], name, properties, own: [], relations: [] },
    explore,
  );
  return query && { select: query.select, filters: query.filters };
}
const filter = (target: string, attribute: string, value: string) =>
  expect.objectContaining({ target, attribute, comparison: { IN: [value] } });

describe('an entity in Explore', () => {
  it('lists the commits of a kind that has some, found by its name', () => {
    expect(queryFor('Person')).toEqual({ select: ['Commit'], filters: [filter('Person', 'name', 'Ada')] });
    expect(queryFor('SourceFile', { path: 'a.ts' })).toEqual({
      select: ['Commit'],
      filters: [filter('SourceFile', 'path', 'a.ts')],
    });
  });

  it('lists a commit itself, found by its sha', () => {
    expect(queryFor('Commit', { sha: 'abc' })).toEqual({
      select: ['Commit'],
      filters: [filter('Commit', 'sha', 'abc')],
    });
  });

  it('finds an entity by its uuid where its kind has nothing better, or the entity lacks it', () => {
    expect(queryFor('Team')).toEqual({ select: ['Team'], filters: [filter('Team', 'uuid', UUID)] });
    expect(queryFor('Flow')).toEqual({ select: ['Flow'], filters: [filter('Flow', 'uuid', UUID)] });
    expect(queryFor('Issue')).toEqual({ select: ['Commit'], filters: [filter('Issue', 'uuid', UUID)] });
    expect(queryFor('Person', {}, null)).toEqual({
      select: ['Commit'],
      filters: [filter('Person', 'uuid', UUID)],
    });
  });

  it('is nothing for a kind that the catalogue lacks', () => {
    expect(queryFor('Weather')).toBeNull();
  });
});
