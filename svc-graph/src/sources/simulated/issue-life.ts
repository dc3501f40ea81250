import type { TrackerFacts } from './issue-row.ts';
import type { Office } from './offices.ts';
import type { TeamMember } from './people.ts';

export interface SimulatedIssue {
  readonly uuid: string;
  readonly key: string;
  readonly title: string;
  readonly type: string;
}

export interface SimulatedSprint {
  readonly uuid: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface IssuePlan {
  readonly office: Office;
  readonly type: string;
  readonly title?: string;
  readonly createdAt: number;
  readonly creator: TeamMember;
  readonly assignee: TeamMember;
  readonly sprint: SimulatedSprint | null;
  readonly next?: SimulatedSprint | null;
  readonly priority?: string;
  /** The fields that only an incident has. */
  readonly incident?: Pick<
    TrackerFacts,
    'severity' | 'service' | 'environment' | 'detectedAt' | 'repositoryUuid'
  >;
}

/** A status that an issue enters at a moment. */
export interface IssueStep {
  readonly at: number;
  readonly status: string;
  readonly actor: TeamMember;
}

/** The plan of an issue and the statuses it goes through. */
export interface IssueLife {
  readonly plan: IssuePlan;
  readonly issue: SimulatedIssue;
  readonly steps: readonly IssueStep[];
  /** The members of the team. */
  readonly people: readonly TeamMember[];
}
