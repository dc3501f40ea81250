import { UserId, type OrgId } from '@cairn/contracts';
import { AuditChange, type AuditAction, type AuditEntry } from '@cairn/contracts/audit';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditStore {
  /** The newest acts before an id, or from the newest on. */
  page(
    orgId: OrgId,
    filter: AuditFilter,
    page: { before?: number | undefined; limit: number },
  ): Promise<AuditEntry[]>;
}

const Changes = z.array(AuditChange);

/** The audit log of orgs. The acts write it themselves, with `recordAct`. */
export function auditStore(db: Database): AuditStore {
  return {
    page: async (orgId, { action, actor, since, until }, { before, limit }) => {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('org_id', '=', orgId)
        .$if(action !== undefined, (all) => all.where('action', '=', action ?? 'org.created'))
        .$if(Boolean(actor), (all) =>
          all.where(sql<boolean>`lower(actor) like ${containing(actor ?? '')} escape '!'`),
        )
        .$if(since !== undefined, (all) => all.where('at', '>=', utc(since)))
        .$if(until !== undefined, (all) => all.where('at', '<=', utc(until)))
        .$if(before !== undefined, (all) => all.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        action: row.action,
        actor: row.actor,
        actorId: row.actor_id === null ? null : UserId.parse(row.actor_id),
        targetId: row.target_id,
        target: row.target,
        changes: Changes.parse(JSON.parse(row.changes)),
      }));
    },
  };
}

/** Stored instants are in UTC, so a bound with an offset is compared in UTC as well. */
const utc = (instant: string | undefined) => new Date(instant ?? 0).toISOString();

const containing = (text: string) => `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
