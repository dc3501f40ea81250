import { AppError } from '@cairn/contracts';
import type { Transaction } from '../store/transaction.ts';

/** An account with the person that it belongs to now. */
export interface GroupedAccount {
  readonly uuid: string;
  readonly name: string;
  readonly owner: string;
  /** The account that it is joined to, which may lead on to another; null for one that leads. */
  readonly step: string | null;
  readonly method: string | null;
}

/** The accounts by uuid, each with its person. */
export type AccountGroups = ReadonlyMap<string, GroupedAccount>;

type Reads = Pick<Transaction, 'rows'>;

/** The accounts as they are joined now. */
export async function readGroups(transaction: Reads): Promise<AccountGroups> {
  const rows = await transaction.rows<GroupedAccount>(
    `SELECT p.uuid::VARCHAR AS uuid, p.name || coalesce(' <' || p.email || '>', '') AS name,
       coalesce(j."personUuid", p.uuid)::VARCHAR AS owner, j."stepUuid"::VARCHAR AS step, j.method
     FROM "Person" p LEFT JOIN "JoinedPerson" j ON j."accountUuid" = p.uuid ORDER BY p.uuid`,
  );
  return new Map(rows.map((row) => [row.uuid, row]));
}

const membersOf = (groups: AccountGroups, owner: string) =>
  [...groups.values()].filter((account) => account.owner === owner);

/** The account of a person, whom decisions can change. */
export function personIn(groups: AccountGroups, uuid: string): GroupedAccount {
  const found = groups.get(uuid);
  if (!found) throw new AppError('not_found', 'There is no such person.');
  return found;
}

/** The assignments of a merge. What only rules join stays joined from then on, whatever becomes of the rules. */
export function mergeAssignments(groups: AccountGroups, from: string, into: string): Map<string, string> {
  const held = [...membersOf(groups, from), ...membersOf(groups, into)];
  const kept = held.flatMap(({ uuid, step, method }) =>
    step !== null && method !== 'decision' ? [[uuid, step] as const] : [],
  );
  return new Map([...kept, [from, into]]);
}

/** The assignments of a split: the account leads itself, and those that it led follow the rest. */
export function splitAssignments(groups: AccountGroups, uuid: string): Map<string, string> {
  const { owner, step } = personIn(groups, uuid);
  const led = membersOf(groups, owner).filter((account) => account.step === uuid && account.uuid !== uuid);
  const next = step ?? led[0]?.uuid;
  if (next === undefined) throw new AppError('conflict', 'This account is a person of its own already.');
  return new Map([[uuid, uuid], ...led.map((account) => [account.uuid, next] as const)]);
}
