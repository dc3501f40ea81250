import { AppError } from '@cairn/contracts';
import type { PushInput, PushedThing } from '@cairn/contracts/push';
import { PUBLISH } from '../../store/load.ts';
import { type SourceState, readSources, stateStatement } from '../../store/source-row.ts';
import { deleteFrom } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { Transaction } from '../../store/transaction.ts';
import { payloadStatements } from '../load-payload.ts';
import type { NormalisedPayload, RowsOf } from '../payload.ts';
import { PUSH_TYPE, RECEIVED } from './connector.ts';
import { findKnown } from './known-things.ts';
import { normalisePush } from './normalise.ts';
import { type PushedItem, listItems, resolveItems } from './resolve-message.ts';

/** A payload that was pushed before. */
interface Former {
  readonly number: string;
  readonly kind: string;
  readonly body: string;
}

type ResolvedItem = ReturnType<typeof resolveItems>[number];

/** Kinds of rows that only what was pushed makes. */
const OWN_KINDS = ['CicdPipeline', 'Issue'];

const KEY = `kind || chr(10) || json_extract_string(decode(payload)::JSON, '$.sent.id')`;
const itemKey = ({ list, sent }: Pick<PushedItem, 'list' | 'sent'>) => `${list}\n${sent.id}`;

/** The payloads with the ids of a message that the source has already. */
async function readFormer(
  transaction: Transaction,
  sourceId: string,
  items: readonly PushedItem[],
): Promise<ReadonlyMap<string, Former>> {
  const rows = await transaction.rows<Former & { readonly key: string }>(
    `SELECT number::VARCHAR AS number, kind, decode(payload) AS body, ${KEY} AS key FROM "RawPayload"
     WHERE "sourceId" = $1 AND ${KEY} IN (SELECT unnest(from_json($2::JSON, '["VARCHAR"]')))`,
    [sourceId, JSON.stringify(items.map(itemKey))],
  );
  return new Map(rows.map(({ key, ...former }) => [key, former]));
}

/** Takes the rows of a former payload away. Measures are computed of rows that are inserted, so these go whole. */
function forget({ sourceId }: RowsOf, { number }: Former, made: NormalisedPayload): Statement[] {
  const params = [sourceId];
  const gone = made.loads.flatMap(({ table, rows }) =>
    rows.flatMap((row): Statement[] => {
      const uuid = String(row['uuid'] ?? row['fromUuid']);
      if (table === 'Event')
        return [deleteFrom('Event', '"sourceId" = $1 AND uuid = $2::UUID', [sourceId, uuid])];
      if (table === 'Relation')
        return [deleteFrom('Relation', '"sourceId" = $1 AND "fromUuid" = $2::UUID', [sourceId, uuid])];
      return OWN_KINDS.includes(table) ? [deleteFrom(table, 'uuid = $1::UUID', [uuid])] : [];
    }),
  );
  return [...gone, deleteFrom('RawPayload', '"sourceId" = $1 AND number = $2::BIGINT', [...params, number])];
}

const mainRow = ({ loads }: NormalisedPayload) => loads[0]?.rows[0] ?? {};

/** The page that a thing stands on. */
const findPage = (made: NormalisedPayload): string =>
  String(mainRow(made)['entityUuid'] ?? mainRow(made)['uuid']);

/** Whether a deployment counts elsewhere from now on, so that others count there again. */
const hasMoved = (before: NormalisedPayload, after: NormalisedPayload): boolean =>
  ['repositoryUuid', 'environment'].some((column) => mainRow(before)[column] !== mainRow(after)[column]);

const ALL_ANEW = deleteFrom('Meta', `key = 'derivedBy'`);

interface Stored {
  readonly statements: readonly Statement[];
  readonly thing: PushedThing;
}

/** What it takes to store a thing; nothing where the same was pushed before. */
function storeItem(item: ResolvedItem, former: Former | undefined, of: RowsOf): Stored {
  const { list, place, sent, about } = item;
  const payload = { kind: list, body: { sent, about } };
  const made = normalisePush(payload, of);
  const thing = { list, id: sent.id, uuid: findPage(made) };
  const kept = payloadStatements([{ payload, made, at: Date.now() / 1_000 }], of.sourceId);
  if (!former) return { statements: kept, thing: { ...thing, outcome: 'stored' } };
  const known = JSON.parse(former.body) as { readonly sent: unknown };
  if (JSON.stringify(known.sent) === JSON.stringify(sent))
    return { statements: [], thing: { ...thing, outcome: 'unchanged' } };
  const before = normalisePush({ kind: list, body: known }, of);
  if (list === 'releases' && findPage(before) !== thing.uuid)
    throw new AppError(
      'conflict',
      `${place}: the id ${sent.id} is that of another release. Give this one its own.`,
    );
  const anew = list === 'deployments' && hasMoved(before, made) ? [ALL_ANEW] : [];
  const statements = [...forget(of, former, before), ...kept, ...anew];
  return { statements, thing: { ...thing, outcome: 'updated' } };
}

/** The state of the source after things arrived. */
function stateAfter(state: SourceState, count: number): SourceState {
  const done = (state.progress.counts[RECEIVED]?.done ?? 0) + count;
  const counts = { [RECEIVED]: { done, total: done, perSecond: null } };
  return {
    ...state,
    status: 'active',
    error: null,
    progress: { state: 'done', current: RECEIVED, counts },
    lastIngestedAt: new Date().toISOString(),
  };
}

/** Stores a message in an open transaction: all of it, or nothing where it throws. */
export async function storeMessage(
  transaction: Transaction,
  orgId: string,
  input: PushInput,
): Promise<PushedThing[]> {
  const source = (await readSources(transaction)).find(({ type }) => type === PUSH_TYPE);
  if (!source)
    throw new AppError(
      'conflict',
      'This organization takes nothing that is pushed. An admin adds the Push API under Settings, Integrations.',
    );
  const items = listItems(input);
  const names = new Set(items.flatMap(({ named }) => (named ? [named.text] : [])));
  const resolved = resolveItems(items, await findKnown(transaction, orgId, names));
  const former = await readFormer(transaction, source.id, items);
  const of = { orgId, sourceId: source.id };
  const stored = resolved.map((item) => storeItem(item, former.get(itemKey(item)), of));
  const statements = stored.flatMap((each) => each.statements);
  const fresh = stored.filter(({ thing }) => thing.outcome === 'stored').length;
  if (statements.length > 0)
    await transaction.runAll([
      ...statements,
      stateStatement(source.id, stateAfter(source.state, fresh)),
      PUBLISH,
    ]);
  return stored.map(({ thing }) => thing);
}
