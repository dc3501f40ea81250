import { AppError } from '@cairn/contracts';
import { PUBLISH } from '../store/load.ts';
import type { SourceRow } from '../store/source-row.ts';
import { deleteFrom } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';
import type { Connector } from './connector.ts';
import { removeRuns } from './runs/run-log.ts';
import { removePlan } from './schedule/reading-plan.ts';
import { removeSecrets } from './secrets.ts';
import { removeDeliveries } from './webhooks/delivery-log.ts';

/**
 * Statements that delete a source with its rows, payloads, secrets, plan and runs; throws `invalid_input` for a fixed
 * source.
 */
export function removalStatements(
  connector: Connector | undefined,
  of: { readonly orgId: string; readonly source: SourceRow },
): Statement[] {
  if (!connector?.remove) throw new AppError('invalid_input', 'A source of this type cannot be removed.');
  const { id } = of.source;
  return [
    ...connector.remove(of),
    deleteFrom('RawPayload', '"sourceId" = $1', [id]),
    removeSecrets(id),
    removeRuns(id),
    removePlan(id),
    removeDeliveries(id),
    deleteFrom('Source', 'id = $1', [id]),
    PUBLISH,
  ];
}
