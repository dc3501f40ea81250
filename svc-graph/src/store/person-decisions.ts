import { insertInto } from './statement.ts';
import type { Statement } from './statement.ts';

/**
 * What admins decided about people, as an append-only log. An undo is a decision too. A merge or a split stores which
 * account it assigns to which person, so undoing it brings back the assignment before.
 */

/** The kinds of decisions. */
export type DecisionKind = 'merge' | 'split' | 'dismiss' | 'classify' | 'link' | 'undo';

/** A decision before it has a number. */
export interface NewDecision {
  readonly kind: DecisionKind;
  /** The person or account that it is about. */
  readonly subject: string | null;
  /** The other person of a merge or a dismissed suggestion. */
  readonly object?: string | null;
  /** The type of a classified account, or the login that is linked. */
  readonly value?: string | null;
  readonly reason?: string | null;
  /** The people as they were called then. */
  readonly words: string;
  readonly author: { readonly id: string; readonly name: string };
  /** The decision that an undo takes back. */
  readonly undoes?: number;
  /** Accounts by uuid, each with the person that it belongs to from now on. */
  readonly assigns?: ReadonlyMap<string, string>;
}

const NEXT = '(SELECT coalesce(max(number), 0) + 1 FROM "PersonDecision")';
const LATEST = '(SELECT max(number) FROM "PersonDecision")';

/** Appends a decision with its assignments. */
export function decisionStatements(decision: NewDecision): Statement[] {
  const { kind, subject, object, value, reason, words, author, undoes, assigns } = decision;
  const told = {
    subject,
    object: object ?? null,
    value: value ?? null,
    reason: reason ?? null,
    undoes,
    words,
  };
  const appended = insertInto(
    'PersonDecision',
    [
      'number',
      'kind',
      'subjectUuid',
      'objectUuid',
      'value',
      'reason',
      'undoes',
      'words',
      'authorId',
      'authorName',
      'decidedAt',
    ],
    `SELECT ${NEXT}, $1, ($2::JSON->>'subject')::UUID, ($2::JSON->>'object')::UUID, $2::JSON->>'value',
       $2::JSON->>'reason', ($2::JSON->>'undoes')::BIGINT, $2::JSON->>'words', $3, $4, make_timestamp($5::BIGINT * 1000)`,
    [kind, JSON.stringify(told), author.id, author.name, String(Date.now())],
  );
  if (!assigns || assigns.size === 0) return [appended];
  const pairs = [...assigns].map(([account, person]) => ({ account, person }));
  const assigned = insertInto(
    'PersonAssignment',
    ['decision', 'accountUuid', 'personUuid'],
    `SELECT ${LATEST}, a.account, a.person
     FROM (SELECT unnest(from_json($1::JSON, '[{"account":"UUID","person":"UUID"}]')) AS a)`,
    [JSON.stringify(pairs)],
  );
  return [appended, assigned];
}

/** The numbers of decisions that were taken back. */
export const UNDONE = `SELECT undoes FROM "PersonDecision" WHERE kind = 'undo'`;

/** The accounts that decisions assign, each with its person; the latest decision in force counts. */
export const ASSIGNED = `SELECT a."accountUuid" AS was, arg_max(a."personUuid", a.decision) AS now
  FROM "PersonAssignment" a WHERE a.decision NOT IN (${UNDONE}) GROUP BY 1`;

/** The logins that admins linked, each with its account; the latest decision in force counts. */
export const LINKED_LOGINS = `SELECT value AS login, arg_max("subjectUuid", number) AS account
  FROM "PersonDecision" WHERE kind = 'link' AND number NOT IN (${UNDONE}) GROUP BY 1`;

/** The accounts whose type was decided, each with it and the number of its decision. */
export const CLASSIFIED = `SELECT "subjectUuid" AS account, arg_max(value, number) AS type, max(number) AS decision
  FROM "PersonDecision" WHERE kind = 'classify' AND number NOT IN (${UNDONE}) GROUP BY 1`;
