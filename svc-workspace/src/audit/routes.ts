import { AUDIT_ACTIONS, type auditContract, type AuditEntry } from '@cairn/contracts/audit';
import type { Handlers } from '@cairn/service-kit';
import { csvCell } from '@cairn/service-kit/csv';
import type { AuditStore } from './store.ts';

const ROWS_A_PART = 1_000;

const HEAD = 'When,Who,What,On,Changes\r\n';

const changesOf = ({ changes }: AuditEntry) =>
  changes.map(({ what, from, to }) => `${what}: ${from ?? '-'} > ${to ?? '-'}`).join('; ');

function lineOf(entry: AuditEntry): string {
  const { at, actor, action, target } = entry;
  const cells = [at, actor ?? 'Cairn', AUDIT_ACTIONS[action], target, changesOf(entry)];
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;
}

type Page = (before: number | undefined) => Promise<readonly AuditEntry[]>;

/** A csv of all pages, each read when the one before it is sent. */
function csvOf(page: Page): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: number | undefined;
  return new ReadableStream({
    start: (stream) => stream.enqueue(encoder.encode(HEAD)),
    pull: async (stream) => {
      const entries = await page(before);
      before = entries.at(-1)?.id;
      if (entries.length > 0) stream.enqueue(encoder.encode(entries.map(lineOf).join('')));
      if (entries.length < ROWS_A_PART) stream.close();
    },
  });
}

/** The audit log of an org: pages of it, and all of it as csv. */
export function auditRoutes(log: AuditStore): Handlers<typeof auditContract> {
  return {
    listAudit: async ({ params: { orgId }, input: { before, limit, ...filter } }) => {
      const found = await log.page(orgId, filter, { before, limit: limit + 1 });
      const data = found.slice(0, limit);
      return { data, next: found.length > limit ? (data.at(-1)?.id ?? null) : null };
    },
    exportAudit: ({ params: { orgId }, query }) => {
      const body = csvOf((before) => log.page(orgId, query, { before, limit: ROWS_A_PART }));
      return new Response(body, {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="audit-log.csv"',
        },
      });
    },
  };
}
