import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { z } from 'zod';
import { deriveNow } from '../../../../../svc-graph/src/derive/derive.ts';
import { normaliseCircleci } from '../../../../../svc-graph/src/sources/circleci/normalise.ts';
import { normaliseGithub } from '../../../../../svc-graph/src/sources/github/normalise.ts';
import { normaliseJira } from '../../../../../svc-graph/src/sources/jira/normalise.ts';
import { cutMessage } from '../../../../../svc-graph/src/sources/slack/cut-message.ts';
import { normaliseSlack } from '../../../../../svc-graph/src/sources/slack/normalise.ts';
import { normaliseSnyk } from '../../../../../svc-graph/src/sources/snyk/normalise.ts';
import { readInPages } from '../../../../../svc-graph/src/sources/read-in-pages.ts';
import { GraphStores } from '../../../../../svc-graph/src/store/graph-stores.ts';
import { writerOf } from '../../../../../svc-graph/src/store/graph-writer.ts';
import { NEW_SOURCE, addSource } from '../../../../../svc-graph/src/store/source-row.ts';

/** The tools whose payloads are loaded. */
export type Tool = 'github' | 'jira' | 'circleci' | 'slack' | 'snyk';

const PAGE = 50;
const orgId = OrgId.parse('acme');

const at = (second: number) => new Date(Date.UTC(2024, 0, 1) + second * 1_000).toISOString();
const account = (name: string) => ({
  __typename: 'User',
  id: `U_${name}`,
  login: name,
  name,
  url: `https://github.com/${name}`,
});
const page = (nodes: readonly unknown[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const WORDS = 'What it is about, in as many words as people write of a change. '.repeat(12);
const comment = (id: string, number: number) => ({
  id,
  url: null,
  body: WORDS,
  author: account(`p${String(number % 40)}`),
  createdAt: at(number + 60),
  updatedAt: at(number + 60),
  path: null,
  line: null,
});

const pull = (number: number) => ({
  id: `PR_${String(number)}`,
  number,
  url: `https://github.com/acme/engine/pull/${String(number)}`,
  title: `Change ${String(number)}`,
  body: WORDS,
  state: 'MERGED',
  author: account(`p${String(number % 50)}`),
  createdAt: at(number),
  updatedAt: at(number + 900),
  closedAt: at(number + 800),
  mergedAt: at(number + 800),
  mergedBy: account('p1'),
  mergeCommit: null,
  baseRefName: 'main',
  headRefName: `topic-${String(number)}`,
  isDraft: false,
  labels: { nodes: [{ name: 'bug' }] },
  assignees: { nodes: [account('p2')] },
  milestone: null,
  comments: page([comment(`C_${String(number)}`, number)]),
  reviews: page([
    {
      ...comment(`R_${String(number)}`, number),
      state: 'APPROVED',
      submittedAt: at(number + 90),
      comments: page([]),
    },
  ]),
});

const person = (number: number) => ({
  accountId: `p${String(number % 50)}`,
  displayName: `P${String(number)}`,
});
const issue = (number: number) => ({
  id: String(number),
  key: `ONE-${String(number)}`,
  fields: {
    summary: `Issue ${String(number)}`,
    description: WORDS + WORDS,
    status: { id: '3', name: 'Done', statusCategory: { key: 'done' } },
    project: { id: '5', key: 'ONE', name: 'One' },
    assignee: person(number),
    reporter: person(number + 1),
    created: at(number),
    updated: at(number + 900),
  },
  changelog: {
    histories: [
      {
        id: String(number + 1_000_000),
        author: person(number),
        created: at(number + 800),
        items: [{ field: 'status', from: '1', fromString: 'To Do', to: '3', toString: 'Done' }],
      },
    ],
  },
});

const message = (number: number) =>
  cutMessage(
    {
      ts: `${String(1_700_000_000 + number)}.000100`,
      user: `U0P${String(number % 50)}`,
      text: `<@U0P${String((number + 1) % 50)}> ONE-${String(number)} ${WORDS}`,
      reactions: [{ name: 'eyes', users: ['U0P1'], count: 1 }],
    },
    { channel: 'C0BENCH', keepsText: true },
  );
const build = (number: number) => ({
  id: `P_${String(number)}`,
  number,
  project_slug: 'gh/acme/engine',
  state: 'created',
  created_at: at(number),
  updated_at: at(number),
  trigger: { type: 'webhook', actor: { login: `p${String(number % 50)}`, avatar_url: null } },
  vcs: {
    target_repository_url: 'https://github.com/acme/engine',
    origin_repository_url: 'https://github.com/acme/engine',
    revision: String(number).padStart(40, '0'),
    branch: `topic-${String(number % 90)}`,
    commit: { subject: `Change ${String(number)}`, body: WORDS },
  },
  workflows: [
    {
      id: `W_${String(number)}`,
      name: 'build-and-test',
      status: 'success',
      created_at: at(number),
      stopped_at: at(number + 400),
      jobs: ['build', 'lint', 'test', 'package'].map((name, nth) => ({
        id: `J_${String(number)}_${name}`,
        name,
        job_number: number * 10 + nth,
        type: 'build',
        status: 'success',
        started_at: at(number + nth * 100),
        stopped_at: at(number + nth * 100 + 90),
      })),
    },
  ],
});

const scanned = (number: number) => ({
  id: `I_${String(number)}`,
  type: 'issue',
  attributes: {
    key: `SNYK-JS-MADE-${String(number)}`,
    title: `Weakness ${String(number)}`,
    type: 'package_vulnerability',
    description: WORDS,
    effective_severity_level: 'high',
    status: 'open',
    ignored: false,
    created_at: at(number),
    updated_at: at(number + 900),
    classes: [{ id: 'CWE-22', source: 'CWE' }],
    problems: [{ id: `CVE-2024-${String(number)}`, source: 'NVD' }],
    coordinates: [
      {
        is_fixable_snyk: true,
        representations: [
          { dependency: { package_name: `p${String(number % 90)}`, package_version: '1.2.3' } },
        ],
      },
    ],
    severities: ['Snyk', 'NVD', 'Red Hat', 'SUSE'].map((source) => ({
      source,
      level: 'high',
      score: 7.5,
      vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
    })),
    risk: { score: { model: 'v1', value: 115 } },
    exploit_details: { maturity_levels: [{ format: 'CVSSv3', level: 'Not Defined' }], sources: [] },
  },
  relationships: {
    organization: { data: { id: 'o', type: 'organization' } },
    scan_item: { data: { id: 'p', type: 'project' } },
  },
});

const MADE = {
  snyk: (from: number, end: number) => ({
    kind: 'issues',
    body: {
      host: 'https://api.snyk.io',
      organization: { id: 'o', attributes: { name: 'Acme', slug: 'acme' } },
      projects: [
        { id: 'p', attributes: { name: 'acme/engine:package.json', type: 'npm', origin: 'github' } },
      ],
      items: Array.from({ length: end - from }, (_, index) => scanned(from + index)),
    },
  }),
  circleci: (from: number, end: number) => ({
    kind: 'pipelines',
    body: {
      host: 'https://circleci.com',
      project: { slug: 'gh/acme/engine', name: 'engine', url: null },
      items: Array.from({ length: end - from }, (_, index) => build(from + index)),
    },
  }),
  github: (from: number, end: number) => ({
    kind: 'pullRequests',
    body: {
      repository: { url: 'https://github.com/acme/engine', name: 'engine' },
      items: Array.from({ length: end - from }, (_, index) => pull(from + index)),
    },
  }),
  slack: (from: number, end: number) => ({
    kind: 'messages',
    body: {
      team: { id: 'T0BENCH', address: 'https://bench.slack.com/' },
      channel: { id: 'C0BENCH', name: 'bench' },
      items: Array.from({ length: end - from }, (_, index) => message(from + index)),
    },
  }),
  jira: (from: number, end: number) => ({
    kind: 'issues',
    body: {
      site: 'https://example.atlassian.net',
      statuses: [],
      fields: [],
      changelogs: [],
      items: Array.from({ length: end - from }, (_, index) => issue(from + index)),
    },
  }),
};
const NORMALISE = {
  github: normaliseGithub,
  jira: normaliseJira,
  circleci: normaliseCircleci,
  slack: normaliseSlack,
  snyk: normaliseSnyk,
};

/** Pages of payloads under new ids, as text; the same number gives the same text. */
function* textsFor(tool: Tool, payloads: number): Generator<string> {
  for (let from = 0; from < payloads; from += PAGE)
    yield JSON.stringify(MADE[tool](from, Math.min(from + PAGE, payloads)));
}

/** What loading took, and what parsing the same text alone took, in milliseconds. */
export interface LoadTimes {
  readonly load: number;
  readonly parse: number;
  readonly bytes: number;
}

const Page = z.object({ kind: z.string(), body: z.unknown() });

/** Keeps, normalises and loads payloads in pages, as a source does; parsing is timed on the same text. */
export async function loadPayloads(tool: Tool, payloads: number): Promise<LoadTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const stores = new GraphStores(folder, { derive: deriveNow });
  const store = await stores.open(orgId);
  const source = { id: 'bench', type: tool, settings: {}, name: 'bench', state: NEW_SOURCE };
  await addSource(store, source);
  let [parse, making, bytes] = [0, 0, 0];
  const { ingest } = readInPages({
    settings: z.object({}),
    version: 1,
    async *read() {
      let made = performance.now();
      for (const text of textsFor(tool, payloads)) {
        const begun = performance.now();
        making += begun - made;
        const payload = Page.parse(JSON.parse(text));
        parse += performance.now() - begun;
        bytes += text.length;
        yield { phase: payload.kind, payloads: [payload], count: PAGE, cursor: bytes };
        made = performance.now();
      }
    },
    normalise: NORMALISE[tool],
  });
  const began = performance.now();
  const { signal } = new AbortController();
  await ingest({ writer: writerOf(store), orgId, source, secrets: {}, signal });
  const load = performance.now() - began - making;
  await stores.close();
  rmSync(folder, { recursive: true });
  return { load, parse, bytes };
}
