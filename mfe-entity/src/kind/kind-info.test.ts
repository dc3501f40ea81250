import { describe, expect, it } from 'vitest';
import { authorOf, placeOf } from './kind-info.ts';

const item = (kind: string) => ({ uuid: `${kind}-1`, kind, name: `A ${kind}` });

function entity(kind: string, ...relations: string[]) {
  return {
    uuid: 'u-1',
    labels: [kind],
    name: 'x',
    properties: {},
    own: [],
    relations: relations.map((name) => ({ name, label: name, target: name, total: 1, items: [item(name)] })),
  };
}

describe('what an entity is a part of', () => {
  it.each([
    ['Message', 'Channel'],
    ['PullRequest', 'Repository'],
    ['PullRequestReview', 'PullRequest'],
    ['Issue', 'Project'],
  ])('is, of a %s, its %s', (kind, place) => {
    expect(placeOf(entity(kind, 'Person', place))).toEqual(item(place));
  });

  it('is nothing that is its own: a team is not in a repository that it looks after', () => {
    expect(placeOf(entity('Team', 'Repository', 'Project'))).toBeNull();
    expect(placeOf(entity('Project', 'Repository', 'Issue'))).toBeNull();
  });

  it('is nothing where it has none', () => {
    expect(placeOf(entity('Message', 'Person'))).toBeNull();
  });
});

describe('who made an entity', () => {
  it.each(['Commit', 'PullRequest', 'Message', 'Release'])('is known of a %s', (kind) => {
    expect(authorOf(entity(kind, 'Person'))).toEqual(item('Person'));
  });

  it.each(['Issue', 'CicdPipeline', 'Team'])('is not the person beside a %s', (kind) => {
    expect(authorOf(entity(kind, 'Person'))).toBeNull();
  });
});
