import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { backName } from '../entity/related-query.ts';
import type { KindPage } from '../kind-page/kind-page.ts';
import { KIND_PAGES } from './kinds.ts';

const pageOf = (kind: string) => KIND_PAGES.find((page) => page.kind === kind);
const idOf = (tab: KindPage['tabs'][number]) => {
  if (typeof tab === 'string') return tab;
  return 'standard' in tab ? tab.standard : tab.id;
};
const isToOne = (kind: string, relation: string) => CATALOGUE.relation(kind, relation)?.via.kind === 'link';

describe('the list of kind pages', () => {
  it('has each kind once, and only kinds of the catalogue', () => {
    const kinds = KIND_PAGES.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.filter((kind) => !CATALOGUE.kind(kind))).toEqual([]);
  });

  it('shows each kind of the catalogue by the icon that the catalogue names', () => {
    const pascal = (name: string) =>
      name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
    const wrong = CATALOGUE.kinds
      .filter(({ name, icon }) => pageOf(name)?.icon.displayName !== pascal(icon))
      .map(({ name, icon }) => `${name}: ${pageOf(name)?.icon.displayName ?? 'none'}, not ${pascal(icon)}`);
    expect(wrong).toEqual([]);
  });

  it.each(KIND_PAGES.map((page) => [page.kind, page] as const))(
    'names only relations and attributes that the catalogue has: %s',
    (kind, { partOf, author, rail, work, explore }) => {
      const toOne = [...partOf, ...(author ? [author] : [])];
      expect(toOne.filter((relation) => !isToOne(kind, relation))).toEqual([]);
      const listed = [...rail.relations, ...(work.lists ?? []).map(({ relation }) => relation)];
      expect(listed.filter((relation) => !CATALOGUE.relation(kind, relation))).toEqual([]);
      expect(CATALOGUE.attribute(kind, explore.attribute)).toBeDefined();
      if (explore.relation) expect(backName(kind, explore.relation)).not.toBeNull();
      const leftOut = rail.leaveOut({
        uuid: '',
        labels: [kind],
        name: '',
        properties: {},
        own: [],
        relations: [],
      });
      expect(
        leftOut.filter((name) => !CATALOGUE.attribute(kind, name) && !CATALOGUE.relation(kind, name)),
      ).toEqual([]);
    },
  );

  it.each(KIND_PAGES.map((page) => [page.kind, page] as const))(
    'begins every page with its overview, and has each tab once: %s',
    (_, { tabs }) => {
      const ids = [...tabs.map(idOf), 'properties', 'system'];
      expect(ids[0]).toBe('overview');
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it.each([
    ['Message', 'Channel'],
    ['PullRequest', 'Repository'],
    ['PullRequestReview', 'PullRequest'],
    ['Issue', 'Project'],
  ])('makes a %s part of its %s', (kind, container) => {
    expect(pageOf(kind)?.partOf).toEqual([container]);
  });

  it.each(['Team', 'Project', 'Channel', 'Person'])('makes a %s part of nothing', (kind) => {
    expect(pageOf(kind)?.partOf).toEqual([]);
  });

  it('takes for the author only who wrote or opened it, and not who is assigned or ran it', () => {
    const authored = KIND_PAGES.filter(({ author }) => author).map(({ kind, author }) => {
      const via = CATALOGUE.relation(kind, author ?? '')?.via;
      return via?.kind === 'link' ? via.column : null;
    });
    expect(new Set(authored)).toEqual(new Set(['authorUuid', 'createdByUuid']));
    for (const kind of ['Issue', 'CicdPipeline', 'Team', 'TimeInStatus'])
      expect(pageOf(kind)?.author).toBeNull();
  });

  it('gives every kind with an author of that sort its author', () => {
    const kinds = CATALOGUE.kinds.filter(({ name }) => {
      const via = CATALOGUE.relation(name, 'Person')?.via;
      return via?.kind === 'link' && ['authorUuid', 'createdByUuid'].includes(via.column);
    });
    expect(kinds.filter(({ name }) => !pageOf(name)?.author)).toEqual([]);
  });
});
