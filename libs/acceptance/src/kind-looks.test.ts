import { BADGE_KINDS, KINDS } from '@cairn/entities';
import { expect, it } from 'vitest';
import { entityLookOf } from '../../ui/src/viewers/badges/entity-looks.ts';
import { kindIcon, kindPlural } from '../../../shell/src/entity-kinds/entity-kinds.ts';

it.each(KINDS.map(({ name, plural }) => [name, plural]))(
  'the shell calls and shows a %s as the catalogue does',
  (name, plural) => {
    expect(kindPlural(name)).toBe(plural);
    expect(kindIcon(name)).toBe(entityLookOf(name).icon);
  },
);

it('the shell shows an incident, the one badge kind that entities have, as the catalogue does', () => {
  expect(BADGE_KINDS.map(({ name }) => name)).toContain('incident');
  expect(kindIcon('incident')).toBe(entityLookOf('incident').icon);
});
