import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SnykServer, readSnykData } from '@cairn/acceptance';
import { OrgId } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Graph, ORG, openGraph } from '../../../test/derived-graph.ts';
import { findRecorded } from '../../../test/recorded-data.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { NEW_SOURCE, addSource, readSources } from '../../store/source-row.ts';
import { snykConnector as connector } from './connector.ts';
import { normaliseSnyk } from './normalise.ts';

const RECORDED = findRecorded('snyk') ?? '';
const TOKEN = 'any token of these tests';
const PAGES = ['projectsv3', 'projectsv3-page2', 'projectsv3-page3'].map((name) => `ts-client/${name}.json`);
const ISSUES = ['sca_scan_api_single_vuln', 'sca_scan_api_many_vuln', 'code_scan_api_many_vuln'].map(
  (name) => `defectdojo/snyk_${name}.json`,
);

/**
 * Payloads that no reading asks for, each with the reason:
 * - issues and graphs of interface v1: its calls for issues are being retired, and REST tells the same.
 * - organizations of v1: REST lists them.
 * - groups: a source reads organizations, whatever group they are of.
 * - targets: their addresses come with the projects.
 */
const IGNORED: Readonly<Record<string, string>> = {
  'ts-client/aggregatedIssues-goof.json': 'v1Issues',
  'ts-client/aggregatedIssuesWithBinaryVulns-goof.json': 'v1Issues',
  'ts-client/aggregatedIssuesWithVulnPaths-goof.json': 'v1Issues',
  'ts-client/aggregatedIssuesWithBinaryVulnsWithVulnPaths-goof.json': 'v1Issues',
  'ts-client/depgraph-goof.json': 'v1Graph',
  'pysnyk/organizations.json': 'v1Organizations',
  'pysnyk/rest_groups.json': 'groups',
  'pysnyk/rest_targets_page1.json': 'targets',
  'pysnyk/rest_targets_page2.json': 'targets',
  'pysnyk/rest_targets_page3.json': 'targets',
};

const at = (file: string) => join(RECORDED, file);
const read = (file: string) => JSON.parse(readFileSync(at(file), 'utf8')) as unknown;
const FormerProjects = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), origin: z.string() })),
});
const Place = z.object({
  organizations: z.record(z.string(), z.object({ projects: z.record(z.string(), z.string()) })),
});

describe.skipIf(RECORDED === '')('recorded answers of Snyk (of ../shared/data)', () => {
  let server: SnykServer;
  let graph: Graph;

  beforeAll(async () => {
    server = new SnykServer(readSnykData([...PAGES, ...ISSUES, 'defectdojo/empty.json'].map(at)));
    server.pageSize = 10;
    await server.listen();
    graph = await openGraph();
    const settings = connector.settings.parse({ host: server.url, token: TOKEN });
    const created = await connector.create({ orgId: OrgId.parse(ORG), settings, folders: [], fetch });
    await addSource(graph.store, { ...created, type: 'snyk', state: NEW_SOURCE });
  });
  afterAll(() => {
    server.close();
    graph.close();
    process.stdout.write(`${JSON.stringify({ ignored: IGNORED })}\n`);
  });

  async function readAll(): Promise<void> {
    const [source] = await readSources(graph.store);
    if (!source) throw new Error('no source');
    const { signal } = new AbortController();
    const hosts = [server.host];
    await connector.ingest({
      writer: writerOf(graph.store),
      orgId: ORG,
      source,
      secrets: { token: TOKEN },
      signal,
      hosts,
    });
  }
  const knownProjects = async () => {
    const [source] = await readSources(graph.store);
    return Object.values(Place.parse(source?.state.cursor).organizations).flatMap(({ projects }) =>
      Object.keys(projects),
    );
  };

  it('come to 27 projects and 9 issues, read once or again', async () => {
    for (let reading = 0; reading < 3; reading += 1) {
      await readAll();
      const former = FormerProjects.parse(read('ts-client/projectsV3toV1.json')).projects;
      expect((await knownProjects()).toSorted()).toEqual(former.map(({ id }) => id).toSorted());
      expect(former).toHaveLength(27);
      expect(await graph.store.rows('SELECT 1 FROM "Vulnerability"')).toHaveLength(9);
      expect(await graph.store.rows(`SELECT 1 FROM "Issue" WHERE integration = 'snyk'`)).toHaveLength(9);
    }
    expect(
      server.asked.filter((path) => path.includes('/projects?') && path.includes('starting_after')),
    ).not.toEqual([]);
  });

  it('tell severity, score, package, file, classes, and what was ignored or fixed', async () => {
    const rows = await graph.store.rows(
      `SELECT key, severity, score, status, package, file, cves, "vulnerabilityType" AS type FROM "Vulnerability"
       WHERE key IN ('SNYK-PYTHON-PILLOW-6219984', '9a29d87f-aa94-47eb-b46f-375b293a8631') ORDER BY key`,
    );
    expect(rows).toEqual([
      {
        key: '9a29d87f-aa94-47eb-b46f-375b293a8631',
        severity: 'high',
        score: null,
        status: 'Open',
        package: null,
        file: 'path/path/file.abc',
        cves: [],
        type: 'Code',
      },
      {
        key: 'SNYK-PYTHON-PILLOW-6219984',
        severity: 'high',
        score: 7.5,
        status: 'Open',
        package: 'pillow',
        file: null,
        cves: [],
        type: 'Package',
      },
    ]);
    expect(
      await graph.store.rows(
        'SELECT status, count(*)::INTEGER AS n FROM "Vulnerability" GROUP BY ALL ORDER BY 1',
      ),
    ).toEqual([
      { status: 'Fixed', n: 1 },
      { status: 'Ignored', n: 5 },
      { status: 'Open', n: 3 },
    ]);
    expect(
      await graph.row('SELECT "fixedAt"::VARCHAR AS at FROM "Vulnerability" WHERE status = \'Fixed\''),
    ).toEqual({
      at: '2025-06-03 16:24:52.31',
    });
  });

  it('have projects whose name, type and origin equal those of the former interface', () => {
    const told = readSnykData(PAGES.map(at)).projects.map(({ id, attributes }) => ({
      id,
      name: attributes['name'],
      type: attributes['type'],
      origin: attributes['origin'],
    }));
    const former = FormerProjects.parse(read('ts-client/projectsV3toV1.json')).projects;
    expect(told).toEqual(former.map(({ id, name, type, origin }) => ({ id, name, type, origin })));
    expect(readSnykData([at('pysnyk/projects.json')]).projects).toHaveLength(1);
  });

  it.each(Object.entries(IGNORED))('%s becomes no row, and is named', (file, kind) => {
    expect(normaliseSnyk({ kind, body: read(file) }, { orgId: ORG })).toEqual({ loads: [], ignored: [kind] });
  });
});
