import { expect, it } from 'vitest';
import { SCOPE_WORDS, STATUS_WORDS } from './words.ts';

it('visibility and status are said in the words of the specification (W§4)', () => {
  expect(Object.values(SCOPE_WORDS).map(({ words }) => words)).toEqual([
    'Private - visible only to you',
    'Org - visible to all users in your organization',
    'Global - visible to all orgs and users',
  ]);
  expect(Object.values(STATUS_WORDS).map(({ label }) => label)).toEqual([
    'Populated',
    'Processing',
    'Missing',
  ]);
  expect(STATUS_WORDS.notConfigured.words).toBe('Lacks integration');
});
