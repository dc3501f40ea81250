import { CATALOGUE } from '@cairn/entities';
import { expect, it } from 'vitest';
import { roleOf } from './contributors.ts';

it('each relation to a person says what the person is of it', () => {
  const roles = CATALOGUE.kinds.flatMap(({ name, relations }) =>
    relations.filter(({ target }) => target === 'Person').map((each) => `${name}: ${roleOf(each)}`),
  );
  expect(roles.filter((role) => / by$|: Person$/.test(role))).toEqual([]);
});
