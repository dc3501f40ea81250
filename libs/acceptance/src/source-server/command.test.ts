import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { serveSource } from './command.ts';
import { SAMPLE_GROUP } from './sample-group.ts';
import { SAMPLE_OWNER } from './sample-owner.ts';
import { SAMPLE_WORKSPACE } from './sample-workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-source-server-'));
const archive = join(folder, 'archive.json.gz');
writeFileSync(archive, gzipSync(JSON.stringify(SAMPLE_OWNER.archive)));
const group = join(folder, 'group.json.gz');
writeFileSync(group, gzipSync(JSON.stringify(SAMPLE_GROUP)));
const site = join(folder, 'site.json');
writeFileSync(site, JSON.stringify({ issues: [], projects: [], sprints: [], statuses: [], fields: [] }));

const builds = join(folder, 'builds.json');
const BUILD = { id: 'p', number: 1, project_slug: 'gh/acme/engine', created_at: '2024-05-06T08:00:00Z' };
writeFileSync(builds, JSON.stringify({ pipelines: [BUILD] }));
const scans = join(folder, 'scans.json');
writeFileSync(scans, JSON.stringify({ organizations: [{ id: 'o', name: 'O' }] }));
const workspace = join(folder, 'workspace.json');
writeFileSync(workspace, JSON.stringify(SAMPLE_WORKSPACE));
const FILES = { github: archive, gitlab: group, jira: site, circleci: builds, slack: workspace, snyk: scans };

let served: Awaited<ReturnType<typeof serveSource>>;
afterEach(() => {
  vi.useRealTimers();
  served.close();
});
afterAll(() => rmSync(folder, { recursive: true }));
const serve = async (tool: keyof typeof FILES, ...options: string[]) => {
  served = await serveSource([tool, FILES[tool], '--port', '0', ...options]);
};

const LISTS = {
  github: '/api/v3/repos/acme/engine/actions/runs',
  gitlab: '/api/v4/projects/7/issues',
  jira: '/rest/api/2/status',
  circleci: '/api/v2/project/gh/acme/engine/pipeline',
  snyk: '/rest/orgs/o/issues?version=2024-10-15',
  slack: '/api/users.list',
};
const TOOLS = ['github', 'gitlab', 'jira', 'circleci', 'slack', 'snyk'] as const;
const QUESTIONS = {
  github: '/api/graphql',
  gitlab: '/api/graphql',
  jira: '/rest/api/3/changelog/bulkfetch',
};
const takesQuestions = (tool: string): tool is keyof typeof QUESTIONS => tool in QUESTIONS;
const ask = (path: string, headers: object = {}) =>
  fetch(served.url + path, {
    headers: {
      authorization: path.startsWith('/rest/orgs') ? 'token any' : 'Bearer any',
      'circle-token': 'any',
      ...headers,
    },
  });
const askOwner = async () => {
  const query = 'query repositories($owner: String!) { repositoryOwner(login: $owner) { id } }';
  const body = JSON.stringify({ query, variables: { owner: 'acme' } });
  const headers = { authorization: 'Bearer any' };
  const answer = await fetch(`${served.url}/api/graphql`, { method: 'POST', headers, body });
  return { answer, told: (await answer.json()) as Record<string, unknown> };
};

describe('a list of GitHub', () => {
  it('costs nothing again for who names its mark, among others or strongly', async () => {
    await serve('github', '--limit', '2');
    const first = await ask(LISTS.github);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    for (const mark of [etag, etag.slice(2), `"another", ${etag}`, '*']) {
      const again = await ask(LISTS.github, { 'if-none-match': mark });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    }
    expect((await ask(LISTS.github, { 'if-none-match': '"another"' })).status).toBe(200);
    expect((await ask(LISTS.github)).status).toBe(403);
  });

  it('ends at a limit by a status, and questions within a good answer, until the reset that both name', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await serve('github', '--limit', '1', '--limit-reset', '600');
    const first = await ask(LISTS.github);
    expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual([
      '1',
      '0',
    ]);
    const limited = await ask(LISTS.github);
    expect(limited.status).toBe(403);
    const { answer, told } = await askOwner();
    expect([answer.status, told['errors']]).toEqual([
      200,
      [expect.objectContaining({ type: 'RATE_LIMITED' })],
    ]);
    const reset = Number(answer.headers.get('x-ratelimit-reset'));
    expect([answer.headers.get('x-ratelimit-remaining'), limited.headers.get('x-ratelimit-reset')]).toEqual([
      '0',
      String(reset),
    ]);
    expect(reset - Date.now() / 1_000).toBeLessThanOrEqual(601);
    vi.setSystemTime(reset * 1_000 - 1_000);
    expect((await ask(LISTS.github)).status).toBe(403);
    vi.setSystemTime(reset * 1_000);
    expect((await ask(LISTS.github)).status).toBe(200);
  });
});

describe('a list of GitLab', () => {
  it('comes in pages that name the next one, and costs nothing but a request again for who names its mark', async () => {
    await serve('gitlab');
    const first = await ask(`${LISTS.gitlab}?per_page=2`);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    expect([((await first.json()) as unknown[]).length, first.headers.get('x-total')]).toEqual([2, '3']);
    const second = await ask(next.slice(served.url.length));
    expect([((await second.json()) as unknown[]).length, second.headers.get('link')]).toEqual([1, null]);
    const mark = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await ask(`${LISTS.gitlab}?per_page=2`, mark)).status).toBe(304);
    expect(
      (await ask('/api/v4/projects/7/issues?updated_after=2026-03-09T00:00:00Z')).headers.get('x-total'),
    ).toBe('2');
  });
});

describe('a site of Jira', () => {
  it('ends at a limit with the seconds to wait', async () => {
    await serve('jira', '--limit', '1', '--limit-reset', '90');
    expect((await ask(LISTS.jira)).headers.get('x-ratelimit-remaining')).toBe('0');
    const limited = await ask(LISTS.jira);
    expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([
      429,
      expect.closeTo(90, -1),
    ]);
    expect(Date.parse(limited.headers.get('x-ratelimit-reset') ?? '') - Date.now()).toBeGreaterThan(80_000);
  });
});

describe.each(TOOLS)('the server of %s', (tool) => {
  it('answers after a delay', async () => {
    await serve(tool, '--delay', '120');
    const began = performance.now();
    expect((await ask(LISTS[tool])).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(119);
  });

  it('has a fault at one request alone, from one on, or always', async () => {
    const statuses = async () => [
      (await ask(LISTS[tool])).status,
      (await ask(LISTS[tool])).status,
      (await ask(LISTS[tool])).status,
    ];
    await serve(tool, '--fault', '502@2');
    expect(await statuses()).toEqual([200, 502, 200]);
    served.close();
    await serve(tool, '--fault', 'expired@2+');
    // Slack says within a good answer that a token is none.
    const ended = tool === 'slack' ? 200 : 401;
    expect(await statuses()).toEqual([200, ended, ended]);
    served.close();
    await serve(tool, '--fault', '429@1', '--fault', '403@3', '--fault', '500');
    expect(await statuses()).toEqual([429, 500, 403]);
  });

  it('cuts a body, hangs, answers what is no JSON, or says that its limit is reached', async () => {
    await serve(
      tool,
      '--fault',
      'cut@1',
      '--fault',
      'hang@2',
      '--fault',
      'malformed@3',
      '--fault',
      'limit@4',
    );
    await expect(ask(LISTS[tool]).then((answer) => answer.text())).rejects.toThrow();
    const hung = fetch(served.url + LISTS[tool], { signal: AbortSignal.timeout(150) });
    await expect(hung).rejects.toThrow(/timeout/);
    const malformed = await ask(LISTS[tool]);
    expect(malformed.status).toBe(200);
    await expect(malformed.json()).rejects.toThrow(SyntaxError);
    const limited = await ask(LISTS[tool]);
    expect(limited.status).toBe(tool === 'github' ? 403 : 429);
    expect((await ask(LISTS[tool])).status).toBe(200);
  });

  it('says how it is called where a fault, a number or the files are wrong', async () => {
    await serve(tool);
    for (const wrong of [
      [tool],
      [tool, archive, '--fault', 'tea'],
      [tool, archive, '--fault', '200'],
      [tool, archive, '--fault', 'cut@0'],
      [tool, archive, '--delay', 'soon'],
      ['gitea', archive],
    ])
      await expect(serveSource(wrong)).rejects.toThrow(/^npm run source-server -- github\|gitlab\|jira/);
  });

  it.skipIf(!takesQuestions(tool))('goes on after a question that is no JSON', async () => {
    if (!takesQuestions(tool)) return;
    await serve(tool);
    const headers = { authorization: 'Bearer any' };
    const answer = await fetch(served.url + QUESTIONS[tool], { method: 'POST', headers, body: '{"query":' });
    expect(answer.status).toBe(400);
    expect((await ask(LISTS[tool])).status).toBe(200);
  });
});
