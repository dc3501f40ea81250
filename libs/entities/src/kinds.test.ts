import { describe, expect, it } from 'vitest';
import type { Kind, Via } from './attribute.ts';
import { reducersFor } from './attribute.ts';
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

  it('has the inverse of each relation, under one name of the kind it leads to', () => {
    const isInverse = (one: Via, other: Via) =>
      one.kind === 'edge' && other.kind === 'edge'
        ? one.relation === other.relation && one.direction !== other.direction
        : one.kind !== 'edge' &&
          other.kind !== 'edge' &&
          one.kind !== other.kind &&
          one.column === other.column;
    const wrong = relations.flatMap(({ kind, relation }) => {
      const back = CATALOGUE.kind(relation.target)?.relations.filter(
        (each) => each.target === kind.name && isInverse(relation.via, each.via),
      );
      return back?.length === 1 ? [] : [`${kind.name}.${relation.name}: ${String(back?.length)}`];
    });
    expect(wrong).toEqual([]);
  });

  it('says the same of a relation and its inverse: whether it is dated, and its properties', () => {
    const said = new Map<string, Set<string>>();
    for (const { relation } of relations) {
      const { via, properties } = relation;
      if (via.kind !== 'edge') continue;
      const of = JSON.stringify([via.dated ?? null, properties?.map(({ column }) => column) ?? []]);
      said.set(via.relation, (said.get(via.relation) ?? new Set()).add(of));
    }
    expect([...said].filter(([, set]) => set.size > 1)).toEqual([]);
  });

  it('gives an alias to one thing only, and to none that has the name already', () => {
    for (const { name, attributes, relations: all } of KINDS) {
      const names = [...attributes, ...all].flatMap((each) => [...(each.aliases ?? [])]);
      const own = [...attributes, ...all].map((each) => each.name);
      expect(new Set(names).size, name).toBe(names.length);
      expect(
        names.filter((each) => own.includes(each)),
        name,
      ).toEqual([]);
    }
  });

  it.each([
    ['Branch', 'Branch', 'repository', 'name'],
    ['Commit', 'Commit', 'repository', 'name'],
    ['Issue', 'Issue.CurrentAssignee', 'name', 'name'],
    ['Issue', 'Issue.CurrentAssignee.Team', 'name', 'name'],
    ['Issue', 'Issue.Sprints', 'name', 'name'],
    ['Issue', 'Issue', 'mentions', 'name'],
    ['PullRequest', 'PullRequest', 'Age', 'age'],
    ['PullRequest', 'PullRequest', 'entityUuid', 'uuid'],
    ['Event', 'Event', 'actor', 'name'],
    ['Event', 'Event.Actor', 'name', 'name'],
    ['Event', 'Event.Team', 'name', 'name'],
    ['Event', 'Event', 'description', 'comment'],
    ['Event', 'Event', 'draft', 'draft'],
    ['Event', 'Event', 'Action', 'action'],
  ])('of a %s, reads %s.%s of the specification', (kind, target, attribute, meant) => {
    const found =
      CATALOGUE.attributeAt(kind, target, attribute) ??
      CATALOGUE.attributeAt(kind, `${target}.${attribute}`, 'name');
    expect(found?.name).toBe(meant);
  });

  it('links an event to everything that it can be about', () => {
    const about = CATALOGUE.kind('Event')?.relations.map(({ target }) => target);
    expect(about).toEqual(
      expect.arrayContaining(
        'Person Team Repository Project Issue PullRequest Commit Branch Release CicdPipeline PullRequestReview PullRequestReviewComment DiscussionComment IssueComment Worklog Sprint Channel Message CalendarEntry'.split(
          ' ',
        ),
      ),
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

  it('takes numbers that name something for identifiers, of which there is no sum or average', () => {
    const named = KINDS.flatMap((kind) =>
      kind.attributes
        .filter(({ unit }) => unit === 'identifier')
        .map((attribute) => `${kind.name}.${attribute.name}`),
    );
    expect(named).toEqual(['PullRequest.number', 'PullRequestReviewComment.line']);
    expect(reducersFor('number', 'identifier')).not.toEqual(expect.arrayContaining(['sum']));
    expect(reducersFor('number')).toContain('sum');
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
