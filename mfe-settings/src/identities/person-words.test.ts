import type { KnownPerson, PersonAccount } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { accountWords, canSplit } from './person-words.ts';

const account = (uuid: string | null, integration: string): PersonAccount => ({
  uuid,
  integration,
  address: 'ann@example.com',
  names: [],
  method: 'source',
});
const person = (...accounts: PersonAccount[]): KnownPerson => ({
  uuid: 'a',
  name: 'Ann',
  type: 'person',
  typeReason: null,
  logins: [],
  accounts,
});
const splits = (known: KnownPerson) => known.accounts.map((each) => canSplit(known, each));

it('an account names its tool as pages do, its other names, and what joined it', () => {
  const words = (part: Partial<PersonAccount>) => accountWords({ ...account('a', 'git'), ...part }, 'Ann');
  expect(words({})).toBe('');
  expect(words({ integration: 'gcalendar' })).toBe('Google Calendar');
  expect(words({ names: ['Ann', 'A. Lee'], method: 'mailmap' })).toBe('A. Lee · by a mailmap');
});

describe('splitting an account off', () => {
  it('is offered once for accounts that their source gives to one person', () => {
    const joined = person(
      account('a', 'jira'),
      account('a', 'slack'),
      account('b', 'jira'),
      account(null, 'git'),
    );
    expect(splits(joined)).toEqual([true, false, true, false]);
  });

  it('is not offered where nobody would be left', () => {
    expect(splits(person(account('a', 'jira'), account('a', 'slack')))).toEqual([false, false]);
  });
});
