import { keepRaw, loadStatements } from '../store/load.ts';
import { ownAttributeStatements } from '../store/own-attributes.ts';
import { ownedLoads } from '../store/source-records.ts';
import type { Statement } from '../store/statement.ts';
import { wholeStatements } from './whole-lists.ts';
import type { NormalisedPayload, Payload } from './payload.ts';

/** Which source brings it, and when in seconds since 1970. */
interface Arrival {
  readonly sourceId: string;
  readonly at: number;
}

/** Loads the rows of a normalised payload. */
export function rowStatements({ loads, own = [], whole = [] }: NormalisedPayload, by: Arrival): Statement[] {
  return [
    ...ownAttributeStatements(own),
    ...loads.flatMap((load) => ownedLoads(load, by)).flatMap(loadStatements),
    ...whole.flatMap((list) => wholeStatements(list, by.sourceId)),
  ];
}

/** Stores a payload, and loads its rows. */
export function payloadStatements(payload: Payload, made: NormalisedPayload, by: Arrival): Statement[] {
  const { sourceId, at: receivedAt } = by;
  const text = Buffer.from(JSON.stringify(payload.body));
  return [keepRaw({ sourceId, kind: payload.kind, receivedAt, payload: text }), ...rowStatements(made, by)];
}
