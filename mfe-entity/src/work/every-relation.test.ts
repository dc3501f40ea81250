import { CATALOGUE } from '@cairn/entities';
import { describe, expect, it } from 'vitest';
import { sampleEntity } from '../../test/sample-entity.ts';
import { relatedOne } from '../entity/read-entity.ts';
import { GENERIC_PAGE } from '../kind-page/define-kind-page.tsx';
import { KIND_PAGES } from '../kinds/kinds.ts';
import { fewRelations } from '../overview/rail.tsx';
import { listedRelations } from './listed-relations.ts';

const ENTITY_KINDS = CATALOGUE.kinds.filter(({ name }) => name !== 'Event');

describe.each(ENTITY_KINDS.map((kind) => [kind.name, kind] as const))('the page of a %s', (name, kind) => {
  const page = KIND_PAGES.find((each) => each.kind === name) ?? GENERIC_PAGE;
  const entity = sampleEntity(kind, 'full');

  it('names every relation that has rows', () => {
    const filled = entity.relations.filter(({ total, target }) => total > 0 && target !== 'Event');
    const shown = new Set([
      ...listedRelations(entity, page.work.lists).map((relation) => relation.name),
      ...fewRelations(entity, page).map((relation) => relation.name),
      ...(page.author ? [page.author] : []),
      // The header names what the entity is part of, and what a kind takes from the rail.
      ...page.partOf.filter((each) => relatedOne(entity, each)).slice(0, 1),
      // `kind-pages.browser.test.tsx` sees that header or sections name those.
      ...page.rail.leaveOut(entity),
    ]);
    expect(filled.map((relation) => relation.name).filter((each) => !shown.has(each))).toEqual([]);
  });
});

describe('the lists of the Work tab', () => {
  const flow = ENTITY_KINDS.find(({ name }) => name === 'Flow');

  it('begin with those that the kind names, under its labels', () => {
    if (!flow) throw new Error('there is no Flow');
    const lists = listedRelations(sampleEntity(flow, 'full'), [
      { relation: 'Message', label: 'Messages sent' },
    ]);
    expect(lists.map(({ label }) => label)).toEqual(['Messages sent', 'Meetings']);
  });
});
