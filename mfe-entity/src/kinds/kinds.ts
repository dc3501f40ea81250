import type { KindPage } from '../kind-page/kind-page.ts';
import { BRANCH_PAGE } from './branch/branch-page.ts';
import { CALENDAR_ENTRY_PAGE } from './calendar-entry/calendar-entry-page.ts';
import { CHANNEL_PAGE } from './channel/channel-page.ts';
import { CICD_PIPELINE_PAGE } from './cicd-pipeline/cicd-pipeline-page.ts';
import { COMMIT_PAGE } from './commit/commit-page.tsx';
import { DISCUSSION_COMMENT_PAGE } from './discussion-comment/discussion-comment-page.ts';
import { EVENT_PAGE } from './event/event-page.ts';
import { FLOW_PAGE } from './flow/flow-page.ts';
import { ISSUE_COMMENT_PAGE } from './issue-comment/issue-comment-page.ts';
import { ISSUE_PAGE } from './issue/issue-page.ts';
import { MESSAGE_PAGE } from './message/message-page.ts';
import { PERSON_PAGE } from './person/person-page.tsx';
import { PROJECT_PAGE } from './project/project-page.ts';
import { PULL_REQUEST_REVIEW_COMMENT_PAGE } from './pull-request-review-comment/pull-request-review-comment-page.tsx';
import { PULL_REQUEST_REVIEW_PAGE } from './pull-request-review/pull-request-review-page.ts';
import { PULL_REQUEST_PAGE } from './pull-request/pull-request-page.ts';
import { RELEASE_PAGE } from './release/release-page.ts';
import { REPOSITORY_PAGE } from './repository/repository-page.ts';
import { SOURCE_FILE_PAGE } from './source-file/source-file-page.tsx';
import { SPRINT_PAGE } from './sprint/sprint-page.ts';
import { TEAM_PAGE } from './team/team-page.ts';
import { TIME_IN_STATUS_PAGE } from './time-in-status/time-in-status-page.ts';
import { VULNERABILITY_PAGE } from './vulnerability/vulnerability-page.ts';
import { WORKLOG_PAGE } from './worklog/worklog-page.ts';

/** The pages of the kinds. A kind without one has the generic page, so a new kind has a page at once. */
export const KIND_PAGES: readonly KindPage[] = [
  REPOSITORY_PAGE,
  BRANCH_PAGE,
  COMMIT_PAGE,
  SOURCE_FILE_PAGE,
  RELEASE_PAGE,
  CICD_PIPELINE_PAGE,
  PERSON_PAGE,
  TEAM_PAGE,
  FLOW_PAGE,
  PULL_REQUEST_PAGE,
  PULL_REQUEST_REVIEW_PAGE,
  PULL_REQUEST_REVIEW_COMMENT_PAGE,
  DISCUSSION_COMMENT_PAGE,
  ISSUE_PAGE,
  ISSUE_COMMENT_PAGE,
  WORKLOG_PAGE,
  VULNERABILITY_PAGE,
  SPRINT_PAGE,
  PROJECT_PAGE,
  TIME_IN_STATUS_PAGE,
  CHANNEL_PAGE,
  MESSAGE_PAGE,
  CALENDAR_ENTRY_PAGE,
  EVENT_PAGE,
];
