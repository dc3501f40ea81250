import { AppError } from '@cairn/contracts';
import { PUBLISH, type Statement } from '../store/load.ts';
import type { SourceRow } from '../store/source-row.ts';
import type { Connector } from './connector.ts';
import { REMOVE_SECRETS } from './secrets.ts';

/** Deletes a source with its rows, payloads and secrets; throws `invalid_input` where a source is fixed. */
export function removalStatements(
  connector: Connector | undefined,
  of: { readonly orgId: string; readonly source: SourceRow },
): Statement[] {
  if (!connector?.remove) throw new AppError('invalid_input', 'A source of this type cannot be removed.');
  const params = [of.source.id];
  return [
    ...connector.remove(of),
    { sql: 'DELETE FROM "RawPayload" WHERE "sourceId" = $1', params },
    { sql: REMOVE_SECRETS, params },
    { sql: 'DELETE FROM "Source" WHERE id = $1', params },
    PUBLISH,
  ];
}
