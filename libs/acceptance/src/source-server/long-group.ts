import { GitlabArchive } from './gitlab-archive.ts';
import { GROUP_PARTS } from './group-parts.ts';
import { GROUP_THINGS, SAMPLE_GROUP } from './sample-group.ts';

const { SITE, at, ADA, BEN, note, system, alone } = GROUP_PARTS;
const { MERGE, ISSUE, PLANS } = GROUP_THINGS;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Two of them change at each moment, as a hand that closes several does. */
const changed = (number: number) => new Date(Date.UTC(2026, 3, 1, 8, Math.floor(number / 2))).toISOString();

/** A group whose lists are several pages. */
export const LONG_GROUP: GitlabArchive = GitlabArchive.parse({
  ...SAMPLE_GROUP,
  projects: [
    ...SAMPLE_GROUP.projects,
    {
      ...PLANS,
      id: 9,
      name: 'Made',
      path: 'made',
      path_with_namespace: 'acme/made',
      web_url: `${SITE}/acme/made`,
      visibility: 'public',
      merge_requests: numbers(9).map((number) => ({
        ...MERGE,
        id: 1_000 + number,
        iid: number,
        project_id: 9,
        source_project_id: 9,
        title: `Change ${String(number)}`,
        updated_at: changed(number),
        milestone: null,
        web_url: `${SITE}/acme/made/-/merge_requests/${String(number)}`,
        source_branch: `topic-${String(number)}`,
        discussions: [
          alone(note(2_000 + number, BEN, 5, `Said of ${String(number)}`)),
          alone(system(3_000 + number, BEN, 6, 'approved this merge request')),
        ],
        resource_state_events: [{ id: 4_000 + number, user: BEN, created_at: at(6), state: 'merged' }],
        resource_label_events: [],
        closes_issues: [],
        sourceBranchExists: true,
      })),
      issues: numbers(12).map((number) => ({
        ...ISSUE,
        id: 5_000 + number,
        iid: number,
        project_id: 9,
        title: `Issue ${String(number)}`,
        updated_at: changed(number),
        milestone: null,
        iteration: null,
        epic: null,
        parent: null,
        web_url: `${SITE}/acme/made/-/issues/${String(number)}`,
        notes: [note(6_000 + number, ADA, 4, `About ${String(number)}`)],
        resource_state_events: [{ id: 7_000 + number, user: BEN, created_at: at(6), state: 'closed' }],
        resource_label_events: [],
        resource_milestone_events: [],
        links: [],
      })),
    },
  ],
});
