import type { KnownPerson, PersonAccount } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { canSplit } from './person-words.ts';

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
