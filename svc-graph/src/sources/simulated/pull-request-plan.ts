import type { SimulatedActor } from './emitter.ts';
import type { SimulatedIssue } from './issue-life.ts';
import type { SimulatedRepository } from './offices.ts';
import type { TeamMember } from './people.ts';

export interface PullRequestPlan {
  readonly repository: SimulatedRepository;
  readonly author: SimulatedActor;
  readonly zone: string;
  readonly title: string;
  /** When work begins. */
  readonly from: number;
  readonly issue: SimulatedIssue | null;
  /** The sprint in which it is wanted. */
  readonly milestone?: string | null;
  readonly reviewers: readonly TeamMember[];
  readonly bot: SimulatedActor;
  readonly runner: SimulatedActor;
  readonly commits?: number;
  /** A revert is reviewed at once. */
  readonly urgent?: boolean;
}

export interface Draft {
  readonly number: number;
  readonly uuid: string;
  readonly externalId: string;
  readonly branch: { readonly uuid: string; readonly name: string };
}
