import type { Cell, Row } from '../../store/load.ts';
import { NO_OWN_FIELDS } from './own-fields.ts';

/** The fields that every tracker or scanner gives for an issue; others are missing by default. */
export interface IssueFacts {
  readonly issueKey: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly sourceType: string;
  readonly priority: string;
  readonly status: string;
  readonly statusCategory: string;
  readonly changedAt: number;
  readonly closedAt: number | null;
  readonly labels: readonly string[];
  readonly projectUuid: string;
}

const UNKNOWN = {
  formerKeys: [],
  epic: null,
  epicTitle: null,
  assignee: null,
  reporter: null,
  storyPoints: null,
  timeSpent: null,
  originalEstimate: null,
  remainingEstimate: null,
  currentAssigneeUuid: null,
  createdByUuid: null,
  reporterUuid: null,
  currentSprintUuid: null,
  epicUuid: null,
  parentUuid: null,
  severity: null,
  service: null,
  environment: null,
  detectedAt: null,
  repositoryUuid: null,
  ...NO_OWN_FIELDS,
} satisfies Record<string, Cell>;

/** Fields that only a tracker knows. */
export type TrackerFacts = Partial<Record<keyof typeof UNKNOWN, Cell>>;

/** Makes the row of an issue with the same columns for all. */
export function issueRow(common: Row, facts: IssueFacts, tracker: TrackerFacts = {}): Row {
  return {
    ...common,
    issueKey: facts.issueKey,
    title: facts.title,
    description: facts.description,
    summary: facts.title,
    issueType: facts.type,
    sourceIssueType: facts.sourceType,
    issueTypeCategory: 'other',
    priority: facts.priority,
    sourcePriority: facts.priority,
    priorityCategory: 'other',
    status: facts.status,
    sourceStatus: facts.status,
    statusCategory: facts.statusCategory,
    sourceStatusCategory: facts.statusCategory,
    statusChangeDate: facts.changedAt,
    closedAt: facts.closedAt,
    labels: facts.labels,
    projectUuid: facts.projectUuid,
    ...UNKNOWN,
    ...tracker,
  };
}
