import { describe, expect, it } from 'vitest';
import { SAMPLE_CONFIGURATION } from '../../../test/sample-configuration.ts';
import { pathToTeam } from './path-to-team.ts';

const kinds = SAMPLE_CONFIGURATION.kinds.map((kind) => ({
  ...kind,
  relations: kind.relations.map((relation) => ({ ...relation, provided: true })),
}));

describe('the path to a team', () => {
  it.each([
    ['Team', 'Team'],
    ['Repository', 'Team'],
    ['Commit', 'Person.Team'],
    ['Branch', null],
  ])('of %s is %s', (kind, path) => {
    expect(pathToTeam(kind, { ...SAMPLE_CONFIGURATION, kinds })).toBe(path);
  });

  it('is none where no source tells teams', () => {
    expect(pathToTeam('Commit', SAMPLE_CONFIGURATION)).toBeNull();
  });
});
