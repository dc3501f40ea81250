import { createClient, type OrgId, type SentOf } from '@cairn/contracts';
import { auditContract } from '@cairn/contracts/audit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { keyOf } from './keys.ts';

/** The routes of svc-workspace about what people did in an org. */
export const auditClient = /* #__PURE__ */ createClient(auditContract, (url, init) => fetch(url, init));

/** The filters of the audit log; what is not named does not matter. */
export type AuditFilters = Omit<SentOf<(typeof auditContract)['listAudit']>, 'before' | 'limit'>;

/** The acts in an org that fit the filters, page by page from the newest; for its admins. */
export function auditLogQuery(orgId: OrgId, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: keyOf('auditLog', orgId, filters),
    queryFn: ({ pageParam, signal }) =>
      auditClient.listAudit({
        params: { orgId },
        input: { ...filters, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}
