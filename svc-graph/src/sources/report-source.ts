import { createClient, internalContract, type OrgId } from '@cairn/contracts';
import type { Logger } from '@cairn/service-kit';
import type { SourceRow } from '../store/source-row.ts';

interface ReportDeps {
  readonly workspaceUrl: string;
  readonly secret: string;
  readonly log: Logger;
}

const WAIT_MS = 5_000;

/** Reports to svc-workspace whether a source can be read, so that admins are told. A report that is lost comes again with the next reading. */
export function reportSourcesTo({ workspaceUrl, secret, log }: ReportDeps) {
  const client = createClient(
    internalContract,
    (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, 'x-cairn-internal': secret },
        signal: AbortSignal.timeout(WAIT_MS),
      }),
    workspaceUrl,
  );
  return async (orgId: OrgId, { id, name, state }: SourceRow): Promise<void> => {
    const { status, error } = state;
    if (status !== 'active' && status !== 'error') return;
    const message = status === 'error' ? (error?.message ?? 'unknown fault').slice(0, 2_000) : null;
    const input = { orgId, sourceId: id, integration: name.slice(0, 200), error: message };
    await client.reportIntegration({ input }).catch((err: unknown) => {
      log.warn({ err, orgId, sourceId: id }, 'a report about a source was lost');
    });
  };
}
