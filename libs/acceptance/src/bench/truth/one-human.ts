import type { HistoryCommit, Signer } from './git-history.ts';

/** Names that identify nobody. */
const NOBODY = new Set(
  'root admin user unknown test developer github gitlab me'.split(' ').concat('your name'),
);
const NOREPLY = /^(?:\d+[-+])?([^@+]+)@users\.noreply\.(github|gitlab)\.com$/;
const BOT = /\[bot\]|(?:^|[\s_-])bot$|noreply@|^github$/i;

const loginOf = (email: string) => {
  const [, login, forge] = NOREPLY.exec(email) ?? [];
  return login ? `${forge ?? ''} ${login}` : null;
};

/** The key of a signer by the mailmap alone. */
export const mappedKey = ({ name, email }: Signer) => (email === '' ? name : email);

/** Adds a value to the set of a key. */
function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

/** The single member of a set. */
const only = (set: ReadonlySet<string> | undefined) => (set?.size === 1 ? [...set][0] : undefined);

/** Which mapped addresses the no-reply logins belong to: one name leads to one login and to one address. */
function humansOfLogins(signers: readonly Signer[]): Map<string, string> {
  const ordinary = new Map<string, Set<string>>();
  const logins = new Map<string, Set<string>>();
  for (const signer of signers) {
    const name = signer.rawName.trim().toLowerCase();
    if (NOBODY.has(name) || name.length < 2 || BOT.test(name) || BOT.test(signer.rawEmail)) continue;
    const login = loginOf(signer.email);
    if (login) add(logins, login, name);
    else add(ordinary, name, mappedKey(signer));
  }
  const found = new Map<string, string>();
  for (const [login, names] of logins) {
    const human = only(new Set([...names].flatMap((name) => [...(ordinary.get(name) ?? [])])));
    if (human !== undefined) found.set(login, human);
  }
  const times = [...found.values()];
  return new Map([...found].filter(([, human]) => times.indexOf(human) === times.lastIndexOf(human)));
}

/**
 * Says which human signed, by a rule that is written apart from the product's: the mailmap first, then the login of a
 * no-reply address, then one name that leads from that login to one other address.
 */
export function humansOf(commits: readonly HistoryCommit[]): (signer: Signer) => string {
  const signers = new Map<string, Signer>();
  for (const { author, committer } of commits)
    for (const signer of [author, committer])
      signers.set(`${signer.rawName}\0${signer.rawEmail}\0${signer.email}`, signer);
  const humans = humansOfLogins([...signers.values()]);
  return (signer) => {
    const login = loginOf(signer.email);
    return login === null ? mappedKey(signer) : (humans.get(login) ?? `login ${login}`);
  };
}
