import { edges, touches } from './edges.ts';
import type { TableTexts } from './read.ts';

/**
 * Repositories, commits and what is built of them. Moments lie at the edges of the changes of the clock: a1 and a2 in
 * New York (10 March), a3 and a4 in Berlin (31 March), a5 and a6 on Lord Howe (7 April there), a7 and a8 in Berlin
 * (27 October), a9 and b1 in New York (3 November). b3 is gone from its source; b4 has no main moment.
 */
export const CODE: TableTexts = {
  Repository: `
    uuid  | name         | fullName      | defaultBranch | category  | private | projectUuid | createdAt            | updatedAt
    cairn | cairn        | acme/cairn    | main          | Core apps | true    | CAI         | 2024-01-01T00:00:00Z | 2024-11-04T23:30:00Z
    tools | tools        | acme/tools    | main          | Tooling   | false   | -           | 2024-02-01T00:00:00Z | 2024-11-03T05:30:00Z
    odd   | we"ird, repo | acme/it's odd | -             | -         | -       | -           | 2024-03-01T00:00:00Z | 2024-11-03T06:30:00Z
  `,
  Branch: `
    uuid  | name    | status  | repositoryUuid | headUuid | updatedAt
    main  | main    | default | cairn          | b2       | 2024-11-04T23:30:00Z
    topic | topic/ü | active  | tools          | a6       | 2024-04-06T15:00:00Z
  `,
  Commit: `
    uuid | sha | name                         | message                         | committedAt              | authoredAt           | authorUuid | committerUuid | repositoryUuid | branchUuid | additions | deletions | changedFiles | isMerge | filesAdded         | filesModified             | diffData
    a1   | a1  | Add parser                   | Add parser                      | 2024-03-10T06:59:59Z     | 2024-03-09T12:00:00Z | Ann        | Ann           | cairn          | main       | 10        | 0         | 2            | false   | src/a.ts; src/b.ts | -                         | -
    a2   | a2  | Fix bug in parser            | Fix bug in parser¶¶Closes CAI-1 | 2024-03-10T07:00:00Z     | 2024-03-10T07:00:00Z | Ann        | Bob           | cairn          | main       | 20        | 5         | 1            | false   | -                  | src/a.ts                  | {"files":1}
    a3   | a3  | Describe the bug; it's fixed | Describe the bug; it's fixed    | 2024-03-31T00:59:59Z     | 2024-03-30T12:00:00Z | Bob        | Bob           | cairn          | main       | 30        | 10        | 1            | false   | -                  | docs/read me.md           | -
    a4   | a4  | Import old things            | Import old things               | 2024-03-31T01:00:00Z     | 2024-03-31T01:00:00Z | Bob        | Bob           | tools          | topic      | 40        | 0         | 2            | false   | old.txt; ünï.rs    | -                         | -
    a5   | a5  | Empty                        | Empty                           | 2024-04-06T14:59:59.999Z | 2024-04-06T14:00:00Z | Zoe        | Zoe           | tools          | topic      | 0         | 0         | 0            | false   | []                 | []                        | -
    a6   | a6  | Größe ändern                 | Größe ändern                    | 2024-04-06T15:00:00Z     | 2024-04-06T15:00:00Z | Zoe        | Zoe           | tools          | topic      | 7         | 7         | 1            | false   | -                  | ünï.rs                    | -
    a7   | a7  | Refactor parser              | Refactor parser                 | 2024-10-27T00:30:00Z     | 2024-10-26T20:00:00Z | Ann        | Ann           | cairn          | main       | 5         | 50        | 2            | false   | -                  | src/a.ts; docs/read me.md | -
    a8   | a8  | Bump 100% of it              | Bump 100% of it                 | 2024-10-27T01:30:00Z     | 2024-10-27T01:30:00Z | robot      | robot         | cairn          | main       | 5         | 5         | 0            | false   | -                  | -                         | -
    a9   | a9  | Merge branch                 | Merge branch                    | 2024-11-03T05:30:00Z     | 2024-11-03T05:30:00Z | -          | -             | tools          | -          | -         | -         | -            | true    | -                  | -                         | -
    b1   | b1  | =SUM(A1)                     | =SUM(A1)                        | 2024-11-03T06:30:00Z     | 2024-11-03T06:00:00Z | Bob        | Bob           | odd            | -          | 100       | 1         | 0            | false   | -                  | -                         | -
    b2   | b2  | Speed up parser              | Speed up parser                 | 2024-11-04T23:30:00Z     | 2024-11-04T23:00:00Z | Ann        | Ann           | cairn          | main       | 12        | 2         | 1            | false   | -                  | src/b.ts                  | -
    b4   | b4  | Undated                      | Undated                         | -                        | 2024-11-05T09:00:00Z | Zoe        | -             | cairn          | -          | 3         | 3         | 0            | false   | -                  | -                         | -
    b3   | b3  | Gone parser                  | Gone parser                     | 2024-03-10T07:00:00Z     | 2024-03-10T07:00:00Z | Ann        | Ann           | cairn          | main       | 1000      | 1000      | 1            | false   | -                  | src/a.ts                  | -
  `,
  SourceFile: `
    uuid            | name       | path            | extension | directory | topFolder | removed | repositoryUuid | updatedAt
    src/a.ts        | a.ts       | src/a.ts        | ts        | src       | src       | false   | cairn          | 2024-10-27T00:30:00Z
    src/b.ts        | b.ts       | src/b.ts        | ts        | src       | src       | false   | cairn          | 2024-11-04T23:30:00Z
    docs/read me.md | read me.md | docs/read me.md | md        | docs      | docs      | false   | cairn          | 2024-10-27T00:30:00Z
    old.txt         | old.txt    | old.txt         | txt       | ""        | /         | true    | tools          | 2024-03-31T01:00:00Z
    ünï.rs          | ünï.rs     | ünï.rs          | rs        | ""        | /         | false   | tools          | 2024-04-06T15:00:00Z
  `,
  Release: `
    uuid      | name      | tagName   | publishedAt          | preRelease | repositoryUuid | commitUuid | authorUuid
    v1.0      | v1.0      | v1.0      | 2024-04-10T09:00:00Z | false      | cairn          | a3         | Ann
    v1.1-rc.1 | v1.1-rc.1 | v1.1-rc.1 | 2024-10-28T09:00:00Z | true       | cairn          | a8         | Ann
  `,
  CicdPipeline: `
    uuid | name   | result    | environment | isDeployment | duration | attempt | createdAt            | queuedAt             | startedAt            | commitUuid | repositoryUuid | triggeredByUuid
    x1   | build  | success   | -           | false        | 60       | 1       | 2024-03-10T07:05:00Z | 2024-03-10T07:05:00Z | 2024-03-10T07:06:00Z | a2         | cairn          | Ann
    x2   | deploy | success   | production  | true         | 120      | 1       | 2024-04-10T10:00:00Z | 2024-04-10T10:00:00Z | 2024-04-10T10:00:30Z | a3         | cairn          | Ann
    x3   | deploy | failed    | production  | true         | 300      | 1       | 2024-10-28T10:00:00Z | 2024-10-28T10:00:00Z | 2024-10-28T10:05:00Z | a8         | cairn          | robot
    x4   | deploy | success   | production  | true         | 180      | 2       | 2024-10-28T11:00:00Z | 2024-10-28T11:00:00Z | 2024-10-28T11:00:10Z | a8         | cairn          | robot
    x5   | build  | cancelled | staging     | false        | -        | 1       | 2024-11-04T23:45:00Z | 2024-11-04T23:45:00Z | -                    | b2         | cairn          | -
  `,
};

export const CODE_EDGES = [
  ...touches(
    ['a1', { 'src/a.ts': [6, 0], 'src/b.ts': [4, 0] }],
    ['a2', { 'src/a.ts': [20, 5] }],
    ['a3', { 'docs/read me.md': [30, 10] }],
    ['a4', { 'old.txt': [25, 0], 'ünï.rs': [15, 0] }],
    ['a6', { 'ünï.rs': [7, 7] }],
    ['a7', { 'src/a.ts': [2, 40], 'docs/read me.md': [3, 10] }],
    ['b2', { 'src/b.ts': [12, 2] }],
    ['b3', { 'src/a.ts': [1000, 1000] }],
  ),
  ...edges('parent', ['a2', 'a1'], ['a3', 'a2'], ['a7', 'a3'], ['a9', 'a6', 'a8']),
  ...edges('includes', ['v1.0', 'a1', 'a2', 'a3'], ['v1.1-rc.1', 'a7', 'a8']),
  ...edges('commitMentions', ['a2', 'CAI-1'], ['a3', 'CAI-1']),
  ...edges('deploys', ['x2', 'a1', 'a2', 'a3'], ['x4', 'a7', 'a8']),
];
