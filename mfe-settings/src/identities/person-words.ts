import { integrationLabel } from '@cairn/client';
import type { KnownPerson, PersonAccount, PersonType } from '@cairn/contracts';

/** The words for what a person is. */
export const TYPE_WORDS: Readonly<Record<PersonType, string>> = {
  person: 'Person',
  bot: 'Bot',
  agent: 'AI agent',
};

const METHOD_WORDS: Readonly<Record<PersonAccount['method'], string>> = {
  own: '',
  mailmap: 'by a mailmap',
  login: 'by the same login',
  vouched: 'by a verified e-mail',
  email: 'by the e-mail of its commits',
  decision: 'by an admin',
  source: '',
};

/** An account's other names, its tool, and what joins it to its person. */
export function accountWords({ names, method, integration }: PersonAccount, personName: string): string {
  const others = names.filter((name) => name !== personName);
  const tool = integration === 'git' ? '' : integrationLabel(integration);
  return [others.join(', '), tool, METHOD_WORDS[method]].filter(Boolean).join(' · ');
}

/**
 * Whether an account of a person can be split off: it leads itself, and others remain. Accounts of several tools that
 * their source gives to one person go together, with the first of them.
 */
export function canSplit({ accounts }: KnownPerson, account: PersonAccount): boolean {
  const leading = new Set(accounts.flatMap(({ uuid }) => (uuid === null ? [] : [uuid])));
  const first = accounts.find(({ uuid }) => uuid === account.uuid);
  return account.uuid !== null && leading.size > 1 && first === account;
}

/** The address that tells people of one name apart. */
export function mainAddress({ accounts, uuid }: KnownPerson): string {
  return (accounts.find((account) => account.uuid === uuid) ?? accounts[0])?.address ?? '';
}
