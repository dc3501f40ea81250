import { describe, expect, it } from 'vitest';
import type { Kind } from './attribute.ts';
import { CATALOGUE, KINDS } from './kinds.ts';

const E3 = `Branch CalendarEntry Channel CicdPipeline Commit DiscussionComment Flow Issue IssueComment Message Person
Project PullRequest PullRequestReview PullRequestReviewComment Release Repository SourceFile Sprint TimeInStatus Worklog`;

const relations = KINDS.flatMap((kind) => kind.relations.map((relation) => ({ kind, relation })));
const linkColumns = (kind: Kind | undefined) =>
  kind?.relations.flatMap(({ via }) => (via.kind === 'link' ? [via.column] : []));

describe('the catalogue', () => {
  it('has every kind that has an own page, and Event and Team', () => {
    for (const name of [...E3.split(/\s+/), 'Event', 'Team'])
      expect(CATALOGUE.kind(name), name).toBeDefined();
  });

  it('leads every relation to a kind that exists', () => {
    for (const { kind, relation } of relations)
      expect(CATALOGUE.kind(relation.target), `${kind.name}.${relation.name}`).toBeDefined();
  });

  it('names each attribute and relation once, whatever the case, since columns ignore it', () => {
    for (const kind of KINDS) {
      const names = [...kind.attributes.map(({ name }) => name), ...(linkColumns(kind) ?? [])];
      const unique = new Set(names.map((name) => name.toLowerCase()));
      const links = new Set(linkColumns(kind));
      const shared = kind.name === 'Event' ? 1 : 0;
      expect(unique.size, kind.name).toBe(kind.attributes.length + links.size - shared);
      expect(new Set(kind.relations.map(({ name }) => name)).size, kind.name).toBe(kind.relations.length);
    }
  });

  it('reads an inverse relation by a link that its target has', () => {
    for (const { kind, relation } of relations)
      if (relation.via.kind === 'inverse')
        expect(linkColumns(CATALOGUE.kind(relation.target)), `${kind.name}.${relation.name}`).toContain(
          relation.via.column,
        );
  });

  it('keeps each edge to one pair of kinds, so that its rows need no filter', () => {
    const pairs = new Map<string, Set<string>>();
    for (const { kind, relation } of relations) {
      const { via, target } = relation;
      if (via.kind !== 'edge') continue;
      const pair = via.direction === 'out' ? `${kind.name} → ${target}` : `${target} → ${kind.name}`;
      pairs.set(via.relation, (pairs.get(via.relation) ?? new Set()).add(pair));
    }
    expect([...pairs].filter(([, set]) => set.size > 1)).toEqual([]);
  });
});

describe('the attributes of the catalogue', () => {
  it('dates every kind by a moment that it has', () => {
    for (const kind of KINDS)
      expect(CATALOGUE.attribute(kind.name, kind.timeAttribute)?.type, kind.name).toBe('datetime');
  });

  it('gives units to numbers only, and to every duration', () => {
    for (const kind of KINDS)
      for (const attribute of kind.attributes) {
        if (attribute.unit) expect(attribute.type, `${kind.name}.${attribute.name}`).toBe('number');
        if (attribute.type === 'number' && attribute.name.endsWith('Time'))
          expect(attribute.unit, `${kind.name}.${attribute.name}`).toBeDefined();
      }
  });

  it('counts what grows by itself in seconds from a moment of the same kind', () => {
    const growing = KINDS.flatMap((kind) =>
      kind.attributes.filter(({ since }) => since).map((attribute) => ({ kind, attribute })),
    );
    expect(growing.map(({ kind, attribute }) => `${kind.name}.${attribute.name}`)).toEqual([
      'PullRequest.age',
      'Issue.Age',
    ]);
    for (const { kind, attribute } of growing) {
      expect([attribute.type, attribute.unit]).toEqual(['number', 'second']);
      expect(CATALOGUE.attribute(kind.name, attribute.since ?? '')?.type).toBe('datetime');
    }
  });

  it('says that nothing fills an analysis yet but the times, which are reckoned', () => {
    const derived = KINDS.flatMap((kind) =>
      kind.attributes.filter(({ name }) => name.startsWith('cairn') && !name.endsWith('Time')),
    );
    expect(derived.length).toBeGreaterThan(60);
    expect(derived.filter(({ providedBy }) => providedBy.length > 0)).toEqual([]);
  });

  it('gives each measure of waiting both clocks', () => {
    const names = CATALOGUE.kind('PullRequest')?.attributes.map(({ name }) => name);
    for (const name of ['codingTime', 'cycleTime', 'pickupTime', 'reviewTime', 'mergeTime', 'commitLeadTime'])
      expect(names).toEqual(
        expect.arrayContaining([name, `clock${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
      );
  });

  it('reaches the author of a commit as Person', () => {
    expect(CATALOGUE.targetKind('Commit', 'Person')?.name).toBe('Person');
    expect(CATALOGUE.targetKind('Commit', 'Committer')?.name).toBe('Person');
    expect(CATALOGUE.targetKind('Commit', 'Team')).toBeUndefined();
  });
});
