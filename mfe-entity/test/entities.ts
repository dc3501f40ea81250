import type { ChangedFile, EntityDetail } from '@cairn/contracts';
import type { TimelineEvent } from '@cairn/contracts/story';

export const ORG = 'acme';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const COMMIT = id(1);
export const PARENT = id(2);
export const CHILD = id(3);
export const ADA = id(4);
export const REPOSITORY = id(5);
export const MERGE = id(6);
export const NAMELESS = id(7);
export const UNTYPED = id(8);
export const BROKEN = id(9);
export const FILE = id(10);
export const PULL = id(13);
export const OLDER = id(14);
export const WITHOUT_PATCHES = id(15);
export const TEAM = id(16);
/** What the commit was called before. */
export const FORMERLY = id(17);
export const TEXT_FILE = id(18);

type Related = EntityDetail['relations'][number];
const related = (
  name: string,
  label: string,
  target: string,
  items: readonly (readonly [string, string])[],
  total = items.length,
): Related => ({
  name,
  label,
  target,
  total,
  items: items.map(([uuid, title]) => ({ uuid, kind: target, name: title })),
});

const MESSAGE = `Plan questions offline, phase by phase

A question becomes a query without a model: words are matched to the
catalogue, dates by a small grammar, and values by asking the graph.

- people are listed by name and never ranked
- whatever is not understood is said

Reviewed-by: Grace Hopper <grace@example.com>
Fixes: #42`;

const commit: EntityDetail = {
  uuid: COMMIT,
  labels: ['Commit'],
  name: 'Plan questions offline, phase by phase',
  properties: {
    uuid: COMMIT,
    name: 'Plan questions offline, phase by phase',
    integration: 'git',
    externalId: 'cairn@8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a',
    sha: '8f3c2e1d0b4a59687786a5b4c3d2e1f00918273a',
    message: MESSAGE,
    authoredAt: '2026-11-18T09:12:00.000Z',
    committedAt: '2026-11-18T09:30:00.000Z',
    createdAt: '2026-11-18T09:12:00.000Z',
    updatedAt: '2026-11-18T09:30:00.000Z',
    observedAt: '2026-11-21T09:30:00.000Z',
    additions: 431,
    deletions: 27,
    changedFiles: 4,
    isMerge: false,
    totalFilesAdded: 1,
    totalFilesModified: 3,
    filesAdded: ['svc-chat/src/ask/planner/plan-question.ts'],
    filesModified: ['README.md', 'svc-chat/src/app.ts', 'docs/logo.png'],
    filesDeleted: [],
  },
  own: [],
  relations: [
    related('Person', 'Author', 'Person', [[ADA, 'Ada Lovelace']]),
    related('Committer', 'Committer', 'Person', [[id(11), 'Grace Hopper']]),
    related('Repository', 'Repository', 'Repository', [[REPOSITORY, 'cairn']]),
    related('Branch', 'Branch', 'Branch', [[id(12), 'main']]),
    related('Parent', 'Parents', 'Commit', [[PARENT, 'Lay out the workspace']]),
    related('Child', 'Children', 'Commit', [[CHILD, 'Serve ask']]),
    related('SourceFile', 'Files', 'SourceFile', [[FILE, 'app.ts']], 4),
    related('Release', 'First released in', 'Release', []),
  ],
};

const other = (
  uuid: string,
  labels: string[],
  name: string | null,
  over: Partial<EntityDetail> = {},
): EntityDetail => ({
  uuid,
  labels,
  name,
  properties: { uuid, name, integration: 'git' },
  own: [],
  relations: [],
  ...over,
});

export const ENTITIES: readonly EntityDetail[] = [
  commit,
  other(PARENT, ['Commit'], 'Lay out the workspace'),
  other(CHILD, ['Commit'], 'Serve ask'),
  other(MERGE, ['Commit'], 'Merge branch planner', { properties: { integration: 'git', isMerge: true } }),
  other(ADA, ['Person'], 'Ada Lovelace', {
    properties: {
      integration: 'git',
      email: 'ada@example.com',
      isBot: false,
      updatedAt: '2026-11-18T09:30:00.000Z',
    },
    relations: [
      related('Commit', 'Commits', 'Commit', [[COMMIT, 'Plan questions offline, phase by phase']], 1_204),
    ],
  }),
  other(REPOSITORY, ['Repository'], 'cairn'),
  other(TEAM, ['Team'], 'core', {
    relations: [
      {
        ...related('Person', 'Members', 'Person', []),
        total: 1,
        items: [{ uuid: ADA, kind: 'Person', name: 'Ada Lovelace', properties: { role: 'lead' } }],
        former: {
          total: 1,
          items: [{ uuid: id(11), kind: 'Person', name: 'Grace Hopper', until: '2025-12-10T00:00:00.000Z' }],
        },
      },
    ],
  }),
  other(PULL, ['PullRequest'], 'Show what is missing', {
    properties: {
      integration: 'github',
      pickupTime: 3_600,
      reviewTime: 10_800,
      mergeTime: null,
      noMergeTimeReason: 'Not approved yet',
      cycleTime: null,
      noCycleTimeReason: 'Not merged yet',
      customRiskScore: 1_300,
      customEffort: 2.5,
    },
    own: [
      { name: 'customRiskScore', label: 'Risk score', type: 'number', priority: 520 },
      { name: 'customEffort', label: 'Effort', type: 'number', unit: 'hour', priority: 520 },
    ],
  }),
  other(OLDER, ['Branch'], 'older', {
    relations: [
      related('Head', 'Head commit', 'Commit', [[PARENT, 'Lay out the workspace']]),
      related('Commit', 'Commits', 'Commit', []),
    ],
  }),
  other(WITHOUT_PATCHES, ['Commit'], 'Change what is told only'),
  other(TEXT_FILE, ['SourceFile'], 'app.ts', { properties: { path: 'src/app.ts', integration: 'git' } }),
  other(NAMELESS, ['Branch'], null),
  other(UNTYPED, [], 'Something'),
];

const HUNK = `@@ -1,6 +1,7 @@ export function createApp(deps: ChatDeps) {
   const vocabulary = createVocabulary(CATALOGUE);
-  const handlers = askRoutes(vocabulary);
+  const handlers = askRoutes({ vocabulary, values });
+  // The graph decides again what the caller may see.
   return serve(chatContract, handlers, {
     name: 'svc-chat',
   });
`;
const LATER_HUNK = `@@ -9,2 +9,2 @@\n line 9 of the old file\n-line 10 of the old file\n+Line 10, changed\n`;
const long = `@@ -0,0 +1,420 @@\n${Array.from({ length: 420 }, (_, line) => `+export const line${line} = ${line};`).join('\n')}\n`;
const file = (path: string, change: ChangedFile['change'], over: Partial<ChangedFile>): ChangedFile => ({
  path,
  previousPath: null,
  change,
  additions: 0,
  deletions: 0,
  patch: null,
  reason: null,
  ...over,
});
export const FILES: readonly ChangedFile[] = [
  file('README.md', 'modified', { additions: 9, deletions: 26, patch: HUNK }),
  file('docs/logo.png', 'modified', { additions: null, deletions: null }),
  file('svc-chat/src/app.ts', 'modified', { additions: 2, deletions: 1, patch: HUNK }),
  file('svc-chat/src/main.ts', 'modified', { additions: 1, deletions: 1, patch: LATER_HUNK }),
  file('svc-chat/src/ask/planner/plan-question.ts', 'added', { additions: 420, patch: long }),
];

export const EVENTS: readonly TimelineEvent[] = Array.from({ length: 7 }, (_, at) => ({
  uuid: id(100 + at),
  occurredat: new Date(Date.UTC(2026, 10, 18, 9, 30) - (at < 3 ? at : at * 20) * 60_000).toISOString(),
  action: at === 6 ? 'created' : 'modified',
  integration: 'git',
  entitytype: 'Commit',
  entityuuid: COMMIT,
  name: 'Plan questions offline, phase by phase',
  subjectuuid: COMMIT,
  newstatus: null,
  'delta.status': null,
  delta: null,
  comment: null,
  reference: null,
  draft: null,
  actor: { uuid: ADA, name: 'Ada Lovelace', avatarurl: null, isbot: false },
  day: '2026-11-18',
  type: 'other',
  description: 'Ada Lovelace modified a commit',
}));
