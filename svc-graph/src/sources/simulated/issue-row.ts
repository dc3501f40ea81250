import type { Cell, Row } from '../../store/load.ts';
import { NO_OWN_FIELDS } from './own-fields.ts';

/** What a tracker or a scanner says of every issue; the rest is missing unless it is given. */
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
  ...NO_OWN_FIELDS,
} satisfies Record<string, Cell>;

/** What only a tracker knows. */
export type TrackerFacts = Partial<Record<keyof typeof UNKNOWN, Cell>>;

/** The one form of an issue's row, so that all of them have the same columns. */
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
    statusChangeDate: facts.changedAt,
    closedAt: facts.closedAt,
    labels: facts.labels,
    projectUuid: facts.projectUuid,
    ...UNKNOWN,
    ...tracker,
  };
}
