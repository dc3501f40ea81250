import { AppError, type Caller, type OrgId, type PersonType } from '@cairn/contracts';
import { RESOLVE_PEOPLE } from '../sources/git/resolve-people.ts';
import type { GraphStore } from '../store/graph-store.ts';
import { PUBLISH } from '../store/load.ts';
import { UNDONE, decisionStatements } from '../store/person-decisions.ts';
import type { DecisionKind, NewDecision } from '../store/person-decisions.ts';
import { actorIdOf, tell } from '../store/outbox.ts';
import { deleteFrom } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';
import {
  mergeAssignments,
  personIn,
  readGroups,
  splitAssignments,
  type AccountGroups,
} from './person-groups.ts';

/** A decision as it is asked for. */
export type AskedDecision =
  | { readonly kind: 'merge'; readonly person: string; readonly into: string }
  | { readonly kind: 'split'; readonly account: string }
  | { readonly kind: 'dismiss'; readonly people: readonly [string, string] }
  | { readonly kind: 'classify'; readonly person: string; readonly type: PersonType }
  | { readonly kind: 'link'; readonly person: string; readonly userId: string; readonly email: string }
  | { readonly kind: 'undo'; readonly number: number };

type Content = Omit<NewDecision, 'author' | 'reason'>;

const TYPE_WORDS: Readonly<Record<PersonType, string>> = {
  person: 'a person',
  bot: 'a bot',
  agent: 'an AI agent',
};

/** Rejects a person who belongs to another one by now. */
function leaderIn(groups: AccountGroups, uuid: string): string {
  const { owner, name } = personIn(groups, uuid);
  if (owner === uuid) return name;
  throw new AppError('conflict', `${name} belongs to another person by now. Reload to see whom.`);
}

const BUILT_UPON = `SELECT count(*)::INTEGER AS n FROM "PersonAssignment" a
  JOIN "PersonAssignment" later ON later."accountUuid" = a."accountUuid" AND later.decision > a.decision
  WHERE a.decision = $1::BIGINT AND later.decision NOT IN (${UNDONE})`;

async function undoOf(open: Pick<Transaction, 'rows'>, number: number): Promise<Content> {
  const [row] = await open.rows<{ kind: DecisionKind; words: string; undone: boolean }>(
    `SELECT kind, words, number IN (${UNDONE}) AS undone FROM "PersonDecision" WHERE number = $1::BIGINT`,
    [String(number)],
  );
  if (!row) throw new AppError('not_found', 'There is no such decision.');
  if (row.kind === 'undo' || row.undone) throw new AppError('conflict', 'This was taken back already.');
  const [later] = await open.rows<{ n: number }>(BUILT_UPON, [String(number)]);
  if ((later?.n ?? 0) > 0)
    throw new AppError('conflict', 'A later decision about the same accounts stands on it. Undo that first.');
  return { kind: 'undo', subject: null, undoes: number, words: `Took back: ${row.words}` };
}

type LinkRequest = Extract<AskedDecision, { kind: 'link' }>;

async function linkOf(
  open: Pick<Transaction, 'rows'>,
  { kind, person, userId, email }: LinkRequest,
): Promise<Content> {
  const [found] = await open.rows<{ name: string }>('SELECT name FROM "Person" WHERE uuid = $1::UUID', [
    person,
  ]);
  if (!found) throw new AppError('not_found', 'There is no such person.');
  return { kind, subject: person, value: userId, words: `The login ${email} is ${found.name}` };
}

async function contentOf(open: Pick<Transaction, 'rows'>, asked: AskedDecision): Promise<Content> {
  if (asked.kind === 'undo') return undoOf(open, asked.number);
  if (asked.kind === 'link') return linkOf(open, asked);
  const groups = await readGroups(open);
  const { kind } = asked;
  switch (asked.kind) {
    case 'merge': {
      const { person: subject, into: object } = asked;
      if (subject === object) throw new AppError('invalid_input', 'These are one person already.');
      const words = `Merged ${leaderIn(groups, subject)} into ${leaderIn(groups, object)}`;
      return { kind, subject, object, words, assigns: mergeAssignments(groups, subject, object) };
    }
    case 'split': {
      const { name, owner } = personIn(groups, asked.account);
      const assigns = splitAssignments(groups, asked.account);
      const rest = owner === asked.account ? 'the others' : personIn(groups, owner).name;
      return { kind, subject: asked.account, words: `Split ${name} off ${rest}`, assigns };
    }
    case 'dismiss': {
      const [subject, object] = asked.people;
      if (subject === object) throw new AppError('invalid_input', 'These are one person already.');
      const names = asked.people.map((uuid) => personIn(groups, uuid).name);
      return { kind, subject, object, words: `${names.join(' and ')} are not the same` };
    }
    case 'classify': {
      const { person: subject, type: value } = asked;
      return { kind, subject, value, words: `${leaderIn(groups, subject)} is ${TYPE_WORDS[value]}` };
    }
  }
}

const REGROUPS: ReadonlySet<DecisionKind> = new Set(['merge', 'split', 'undo']);

/** Measures of people are computed again where sources other than git bring people; publishing does it. */
const MEASURES_STALE = deleteFrom(
  'Meta',
  `key = 'derivedBy' AND EXISTS (SELECT 1 FROM "Person" WHERE integration <> 'git')`,
);

/** Appends a decision and gives what it changes to the right people, in one transaction; returns its number. */
export async function decide(
  { store, orgId }: { readonly store: Pick<GraphStore, 'transaction'>; readonly orgId: OrgId },
  asked: AskedDecision,
  { userId, email }: Pick<Caller, 'userId' | 'email'>,
  reason?: string,
): Promise<number> {
  return store.transaction(async (open) => {
    const content = await contentOf(open, asked);
    const decision = { ...content, reason: reason ?? null, author: { id: userId, name: email } };
    const stale = REGROUPS.has(content.kind) ? [MEASURES_STALE] : [];
    const target = { id: content.subject ?? String(content.undoes), name: content.words };
    const act = { kind: 'act', actorId: actorIdOf({ userId }), action: 'people.changed', target } as const;
    const changes = reason === undefined ? [] : [{ what: 'reason', from: null, to: reason }];
    await open.runAll([
      ...decisionStatements(decision),
      ...RESOLVE_PEOPLE,
      ...stale,
      tell(orgId, { ...act, changes }),
      PUBLISH,
    ]);
    const [row] = await open.rows<{ number: number }>(
      'SELECT max(number)::INTEGER AS number FROM "PersonDecision"',
    );
    return row?.number ?? 0;
  });
}
