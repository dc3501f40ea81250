import { keepRaws, loadStatements, type Load } from '../store/load.ts';
import { mergeLoads } from '../store/merge-loads.ts';
import { ownAttributeStatements } from '../store/own-attributes.ts';
import { ownedLoads } from '../store/source-records.ts';
import type { Statement } from '../store/statement.ts';
import { wholeStatements } from './whole-lists.ts';
import type { NormalisedPayload, Payload } from './payload.ts';

/** A payload with its rows, and when it arrived in seconds since 1970. */
export interface ArrivedPayload {
  readonly payload: Payload;
  readonly made: NormalisedPayload;
  readonly at: number;
}

/** Loads the rows of normalised payloads as if one came after another. */
export function rowStatements(
  arrived: readonly Omit<ArrivedPayload, 'payload'>[],
  sourceId: string,
): Statement[] {
  const statements = ownAttributeStatements(arrived.flatMap(({ made }) => made.own ?? []));
  let loads: Load[] = [];
  const load = () => {
    statements.push(...mergeLoads(loads).flatMap(loadStatements));
    loads = [];
  };
  for (const { made, at } of arrived) {
    loads.push(...made.loads.flatMap((each) => ownedLoads(each, { sourceId, at })));
    // A whole list is compared with what is known by then, and with nothing that came later.
    if (!made.whole?.length) continue;
    load();
    statements.push(...made.whole.flatMap((list) => wholeStatements(list, sourceId)));
  }
  load();
  return statements;
}

/** Stores payloads in their order, and loads their rows. */
export function payloadStatements(arrived: readonly ArrivedPayload[], sourceId: string): Statement[] {
  const raws = arrived.map(({ payload: { kind, body }, at: receivedAt }) => ({
    kind,
    receivedAt,
    payload: Buffer.from(JSON.stringify(body)),
  }));
  const kept = raws.length > 0 ? [keepRaws(sourceId, raws)] : [];
  return [...kept, ...rowStatements(arrived, sourceId)];
}
