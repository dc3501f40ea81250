import { defineContract, EntityUuid, ORG_RIGHTS, OrgId, shownName } from '@cairn/contracts';
import { z } from 'zod';

/** What somebody is in a team. */
export const TeamRole = z.enum(['lead', 'member', 'reviewer']);
export type TeamRole = z.infer<typeof TeamRole>;

const TeamMember = z.strictObject({
  person: EntityUuid,
  role: TeamRole.default('member'),
  /** The day of joining; null where nobody said. */
  since: z.iso.date().nullable().default(null),
  /** The day of leaving; null for who is in the team. */
  until: z.iso.date().nullable().default(null),
});

const Named = z.object({ uuid: z.string(), name: z.string() });

/** A team that an admin made, with everybody who is or was in it. */
export const OwnTeam = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string(),
  members: z.array(
    Named.extend({ role: TeamRole, since: z.string().nullable(), until: z.string().nullable() }),
  ),
  repositories: z.array(Named),
  projects: z.array(Named),
  /** The team that it is within. */
  parent: Named.nullable(),
});
export type OwnTeam = z.infer<typeof OwnTeam>;

const params = z.object({ orgId: OrgId });
const output = z.object({ data: z.array(OwnTeam) });
const one = z.strictObject({ uuid: EntityUuid });
const named = z.object({ data: z.object({ uuid: z.string() }) });

/** The days for which a removed team can be restored. */
export const REMOVED_TEAM_DAYS = 30;
const access = ORG_RIGHTS.manageIdentities;

/** Teams that admins make of people, where no source names any. They are asked for like those of sources. */
export const teamContract = defineContract({
  listOwnTeams: {
    method: 'POST',
    path: '/api/{orgId}/teams/list',
    batched: true,
    access: 'viewer',
    summary: 'The teams that admins of the org made, by name.',
    params,
    input: z.strictObject({}),
    output,
  },
  saveTeam: {
    method: 'POST',
    path: '/api/{orgId}/teams/save',
    access,
    summary: 'Makes a team of people, or changes one that an admin made: its members are then those named.',
    params,
    input: z.strictObject({
      /** The team to change; without one a team is made. */
      uuid: EntityUuid.optional(),
      name: shownName(200),
      description: z.string().max(2_000).default(''),
      members: z.array(TeamMember).max(500).default([]),
      repositories: z.array(EntityUuid).max(500).default([]),
      projects: z.array(EntityUuid).max(500).default([]),
      /** The team that it is within, of a source or of an admin; never one that is within it. */
      parent: EntityUuid.nullable().default(null),
    }),
    output: named,
    errors: ['not_found', 'conflict', 'read_only'],
  },
  removeTeam: {
    method: 'POST',
    path: '/api/{orgId}/teams/remove',
    access,
    summary: 'Removes a team that an admin made. Its people stay.',
    params,
    input: one,
    output: named,
    errors: ['not_found', 'read_only'],
  },
  restoreTeam: {
    method: 'POST',
    path: '/api/{orgId}/teams/restore',
    access,
    summary:
      'Restores a removed team for 30 days, under the same uuid: its people, what it looked after, and the teams that were within it, as far as they are still there.',
    params,
    input: one,
    output: named,
    errors: ['not_found', 'conflict', 'read_only'],
  },
});
