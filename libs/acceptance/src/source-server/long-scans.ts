import { SnykServer } from './snyk-server.ts';

const at = (hour: number) => new Date(Date.UTC(2024, 4, 6, hour)).toISOString();
const uuid = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-9000-${String(number).padStart(12, '0')}`;
const [ORG, OTHER] = [uuid(1, 1), uuid(1, 2)];

const project = (number: number, organization: string) => ({
  id: uuid(2, number),
  type: 'project',
  attributes: {
    name: `acme/engine:packages/p${String(number)}/package.json`,
    type: 'npm',
    origin: 'github',
    target_reference: 'main',
    created: at(0),
    status: 'active',
  },
  relationships: {
    organization: { data: { id: organization, type: 'org' } },
    target: {
      data: {
        id: uuid(4, number),
        type: 'target',
        attributes: { display_name: 'acme/engine', url: 'https://github.com/acme/engine' },
      },
    },
  },
});

/** The same id stands in both organizations once, as one that moved does. */
const issue = (number: number, organization: string) => ({
  id: uuid(3, number),
  type: 'issue',
  attributes: {
    key: `SNYK-JS-MADE-${String(1_000 + number)}`,
    title: number % 5 ? 'Path traversal' : 'Slow start',
    type: 'package_vulnerability',
    effective_severity_level: ['low', 'medium', 'high', 'critical'][number % 4],
    status: number % 3 ? 'open' : 'resolved',
    ignored: number % 7 === 1,
    created_at: at(number),
    updated_at: at(100 + number),
    ...(number % 3 ? {} : { resolution: { type: 'fixed', resolved_at: at(100 + number), details: '' } }),
    classes: [{ id: 'CWE-22', source: 'CWE', type: 'weakness' }],
    problems: [
      { id: `SNYK-JS-MADE-${String(1_000 + number)}`, source: 'SNYK' },
      { id: `CVE-2024-${String(1_000 + number)}`, source: 'NVD' },
    ],
    coordinates: [
      {
        is_fixable_snyk: number % 2 === 0,
        representations: [
          { dependency: { package_name: `made-${String(number % 6)}`, package_version: '1.2.3' } },
        ],
      },
    ],
    severities: [
      { source: 'NVD', level: 'high', score: 8.8 },
      { source: 'Snyk', level: 'high', score: 7.5 },
    ],
    risk: { score: { model: 'v1', value: 100 + number } },
    exploit_details: { maturity_levels: [{ format: 'CVSSv3', level: 'Proof of Concept' }], sources: [] },
  },
  relationships: {
    organization: { data: { id: organization, type: 'organization' } },
    scan_item: { data: { id: uuid(2, number % 4), type: 'project' } },
  },
});

/** The server of two organizations whose issues are several pages. */
export function serveLongScans(): SnykServer {
  const server = new SnykServer({
    organizations: [
      { id: ORG, name: 'Acme', slug: 'acme' },
      { id: OTHER, name: 'Other', slug: 'other' },
    ],
    projects: [0, 1, 2, 3].map((number) => project(number, ORG)),
    issues: [
      ...Array.from({ length: 22 }, (_, index) => issue(index + 1, ORG)),
      ...[1, 30, 31].map((number) => issue(number, OTHER)),
    ],
  });
  server.pageSize = 3;
  return server;
}
