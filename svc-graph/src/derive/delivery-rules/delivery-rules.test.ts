import { DEFAULT_DELIVERY_RULES, type DeliveryRules } from '@cairn/contracts/delivery-rules';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OrgId } from '@cairn/contracts';
import { OrgCatalogues } from '../../store/org-catalogues.ts';
import { ownAttributeStatements, ownColumns } from '../../store/own-attributes.ts';
import { writerOf } from '../../store/graph-writer.ts';
import { PUBLISH, type Row } from '../../store/load.ts';
import { type Graph, id, load, openGraph, t } from '../../../test/derived-graph.ts';
import { BoundParams, matches } from './patterns.ts';
import { previewRules } from './preview.ts';
import { checkAttributes, ruleStatements } from './rules.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
});
afterEach(() => graph.close());

const set = async (rules: Partial<DeliveryRules>) => {
  const statements = await ruleStatements(graph.store, { ...DEFAULT_DELIVERY_RULES, ...rules });
  await writerOf(graph.store).commit([...statements, PUBLISH]);
};
const run = (name: string, more: Row = {}) =>
  load('CicdPipeline', {
    uuid: id(name),
    name,
    branch: 'main',
    jobs: null,
    integration: 'github',
    isDeployment: false,
    environment: null,
    repositoryUuid: id('api'),
    finishedAt: t('2026-03-02 10:00'),
    ...more,
  });
const issue = (name: string, more: Row = {}) =>
  load('Issue', {
    uuid: id(name),
    issueType: 'Task',
    sourceIssueType: 'Task',
    labels: [],
    severity: null,
    storyPoints: null,
    ...more,
  });
const deploying = async () => {
  const rows = await graph.store.rows<{ name: string }>(
    'SELECT name FROM "CicdPipeline" WHERE "isDeployment" ORDER BY name',
  );
  return rows.map(({ name }) => name);
};
const issueNow = (name: string) =>
  graph.row<Row>('SELECT "issueType", severity, "storyPoints" FROM "Issue" WHERE uuid = $1', id(name));
const deployments = (pipelines: string[], more: Partial<DeliveryRules['deployments']> = {}) => ({
  deployments: { ...DEFAULT_DELIVERY_RULES.deployments, pipelines, ...more },
});

describe('a pattern of a name', () => {
  const matched = async (text: string, patterns: string[]) => {
    const params = new BoundParams();
    const sql = `SELECT ${matches(`${params.bind(text)}::VARCHAR`, patterns, params)} AS found`;
    const [row] = await graph.store.rows<{ found: boolean }>(sql, params.list);
    return row?.found;
  };

  it.each([
    ['Deploy to prod', ['deploy*'], true],
    ['Redeploy', ['deploy*'], false],
    ['Redeploy', ['*DEPLOY*'], true],
    ['undeploy', ['*deploy*', '!un*'], false],
    ['release 1.0', ['release 1.0'], true],
    ['release 1x0', ['release 1.0'], false],
    ['two\nlines', ['two*lines'], true],
    ['a+b(c)', ['a+b(*)'], true],
  ])('finds %j by %j: %s', async (text, patterns, found) => {
    expect(await matched(text, patterns)).toBe(found);
  });

  it('means what it means letter by letter, whatever stands in it', async () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', '*', '.', '\\', '$', '[', '(', '|', 'é', '\n'),
      maxLength: 8,
    });
    const simple = (text: string, pattern: string): boolean => {
      if (pattern === '') return text === '';
      if (pattern.startsWith('*'))
        return simple(text, pattern.slice(1)) || (text !== '' && simple(text.slice(1), pattern));
      return text.startsWith(pattern.charAt(0)) && simple(text.slice(1), pattern.slice(1));
    };
    await fc.assert(
      fc.asyncProperty(
        word,
        word.filter((pattern) => pattern !== ''),
        async (text, pattern) => {
          expect(await matched(text, [pattern])).toBe(simple(text.toLowerCase(), pattern.toLowerCase()));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what counts as a deployment', () => {
  it('is what sources state, until a rule names pipelines; then only those, and again what they stated', async () => {
    await graph.publish(
      run('Deploy by record', { isDeployment: true, environment: 'production' }),
      run('Ship it', { environment: 'prod-eu' }),
      run('Ship to staging', { environment: 'staging' }),
      run('Other deploys', { isDeployment: true, repositoryUuid: id('web') }),
      run('build'),
    );
    await set(deployments(['ship*']));
    expect(await deploying()).toEqual(['Other deploys', 'Ship it', 'Ship to staging']);
    await set({});
    expect(await deploying()).toEqual(['Deploy by record', 'Other deploys']);
  });

  it('follows the name of a job, and the branch', async () => {
    const jobs = JSON.stringify([{ name: 'test' }, { name: 'Push to prod' }]);
    await graph.publish(
      run('by job', { jobs }),
      run('by job on a branch', { jobs, branch: 'try/this', repositoryUuid: id('web') }),
      run('build'),
    );
    await set(deployments(['push to *']));
    expect(await deploying()).toEqual(['by job', 'by job on a branch']);
    await set(deployments(['push to *'], { branches: ['main', 'release/*'] }));
    expect(await deploying()).toEqual(['by job']);
  });

  it('holds for what is read later, and for what is read again with another word of its source', async () => {
    await set(deployments(['ship*']));
    await graph.publish(run('Ship it'), run('stated', { isDeployment: true, repositoryUuid: id('web') }));
    expect(await deploying()).toEqual(['Ship it', 'stated']);
    const again = run('stated', { isDeployment: false, repositoryUuid: id('web') });
    await graph.publish({ ...again, match: { isDeployment: 'replace' } });
    expect(await deploying()).toEqual(['Ship it']);
    await set({});
    expect(await deploying()).toEqual([]);
  });

  it('reaches production where the rules say that it is production', async () => {
    await graph.publish(
      run('one', { isDeployment: true, environment: 'customer-7' }),
      run('two', { isDeployment: true, environment: 'production' }),
    );
    const reached = async () => {
      const rows = await graph.store.rows<{ name: string }>(
        'SELECT name FROM "CicdPipeline" WHERE "deployedAt" IS NOT NULL ORDER BY name',
      );
      return rows.map(({ name }) => name);
    };
    expect(await reached()).toEqual(['two']);
    await set({ production: ['customer-*'] });
    expect(await reached()).toEqual(['one']);
  });

  it('is a release of a repository that has no other, with the pull requests whose commits it includes', async () => {
    const release = (name: string, repository: string, more: Row = {}) =>
      load('Release', {
        uuid: id(name),
        tagName: name,
        publishedAt: t('2026-03-05 10:00'),
        repositoryUuid: id(repository),
        commitUuid: id('tagged'),
        ...more,
      });
    await graph.publish(
      load('Repository', { uuid: id('lib'), name: 'lib' }),
      release('v1', 'lib'),
      release('v2-rc.1', 'lib', { preRelease: true }),
      run('Deploys', { isDeployment: true }),
      release('v9', 'api'),
      load('PullRequest', {
        uuid: id('pr'),
        createdAt: t('2026-03-01 10:00'),
        mergedAt: t('2026-03-02 10:00'),
        mergeCommitUuid: id('merge'),
        repositoryUuid: id('lib'),
      }),
      load('Relation', { relation: 'includes', fromUuid: id('v1'), toUuid: id('merge') }),
    );
    const rules = { ...DEFAULT_DELIVERY_RULES, ...deployments([], { releases: true }) };
    expect((await previewRules(graph.store, rules)).deployments).toEqual({ before: 1, after: 2 });
    await set(rules);
    expect(await deploying()).toEqual(['Deploys', 'Release v1']);
    const found = await graph.row(
      'SELECT p.uuid, d.name, d.repository FROM "PullRequest" p JOIN "CicdPipeline" d ON d.uuid = p."deploymentUuid"',
    );
    expect(found).toMatchObject({ uuid: id('pr'), name: 'Release v1', repository: 'lib' });
    await graph.publish(run('lib deploys now', { isDeployment: true, repositoryUuid: id('lib') }));
    expect(await deploying()).toEqual(['Deploys', 'lib deploys now']);
    await set({});
    expect(await deploying()).toEqual(['Deploys', 'lib deploys now']);
  });
});

describe('what counts as an incident, a severity and points', () => {
  it('follows types and labels, and goes back to what the source stated', async () => {
    await graph.publish(
      issue('by type', { sourceIssueType: 'Störung', issueType: 'Störung' }),
      issue('by label', { labels: ['prod', 'Severity: High', 'points: 3'] }),
      issue('epic', { issueType: 'Epic', labels: ['prod'] }),
      issue('stated', { issueType: 'Outage report', severity: 'low', storyPoints: 5 }),
    );
    await set({
      incidents: { types: ['stör*'], labels: ['prod'] },
      severity: { attribute: null, labels: ['severity:*'] },
      storyPoints: { attribute: null, labels: ['points*'] },
    });
    expect(await issueNow('by type')).toEqual({ issueType: 'Incident', severity: null, storyPoints: null });
    expect(await issueNow('by label')).toEqual({ issueType: 'Incident', severity: 'High', storyPoints: 3 });
    expect(await issueNow('epic')).toMatchObject({ issueType: 'Epic' });
    expect(await issueNow('stated')).toEqual({ issueType: 'Outage report', severity: 'low', storyPoints: 5 });
    await set({});
    expect(await issueNow('by type')).toEqual({ issueType: 'Störung', severity: null, storyPoints: null });
    expect(await issueNow('by label')).toEqual({ issueType: 'Task', severity: null, storyPoints: null });
  });

  const OWN = [
    {
      kind: 'Issue',
      name: 'customEffort',
      label: 'Effort',
      type: 'number',
      integration: 'jira',
      externalId: 'customfield_1',
    },
    {
      kind: 'Issue',
      name: 'customImpact',
      label: 'Impact',
      type: 'string',
      integration: 'jira',
      externalId: 'customfield_2',
    },
  ] as const;
  const withOwn = async () => {
    await writerOf(graph.store).commit(ownAttributeStatements(OWN));
    await graph.publish({
      ...issue('measured', { customEffort: 8, customImpact: 'Critical', storyPoints: 1, severity: 'minor' }),
      own: ownColumns(OWN, 'Issue'),
    });
  };

  it('comes from a field of the tracker, before what the source stated', async () => {
    await withOwn();
    await set({
      storyPoints: { attribute: 'customEffort', labels: [] },
      severity: { attribute: 'customImpact', labels: [] },
    });
    expect(await issueNow('measured')).toEqual({ issueType: 'Task', severity: 'Critical', storyPoints: 8 });
    await set({});
    expect(await issueNow('measured')).toEqual({ issueType: 'Task', severity: 'minor', storyPoints: 1 });
  });

  it('is left out of the catalogue where an admin hides it, and comes back', async () => {
    await withOwn();
    const names = async () => {
      const catalogue = await new OrgCatalogues({ open: () => Promise.resolve(graph.store) }).of(
        OrgId.parse('acme'),
      );
      const issue = catalogue.kinds.find(({ name }) => name === 'Issue');
      return issue?.attributes.filter(({ own }) => own).map(({ name }) => name);
    };
    expect(await names()).toEqual(['customEffort', 'customImpact']);
    await set({ hidden: ['customImpact'] });
    expect(await names()).toEqual(['customEffort']);
    await set({});
    expect(await names()).toEqual(['customEffort', 'customImpact']);
  });

  it.each([
    ['customNone', 'Issues have no attribute customNone.'],
    ['customImpact', 'Impact holds no number.'],
    ['"; DROP TABLE', 'Issues have no attribute "; DROP TABLE.'],
  ])('refuses points from %s', async (attribute, words) => {
    await withOwn();
    const rules = { ...DEFAULT_DELIVERY_RULES, storyPoints: { attribute, labels: [] } };
    await expect(checkAttributes(graph.store, rules)).rejects.toThrow(words);
  });

  it('is shown before it is set: names, what they count as, and how many more', async () => {
    await withOwn();
    await graph.publish(
      issue('by label', { labels: ['prod', 'sev/2'] }),
      run('Ship it', { environment: 'prod' }),
      run('build'),
      run('Deploy', { isDeployment: true, environment: 'qa' }),
    );
    const preview = await previewRules(graph.store, {
      ...DEFAULT_DELIVERY_RULES,
      ...deployments(['ship*']),
      incidents: { types: [], labels: ['prod'] },
      severity: { attribute: null, labels: ['sev/*'] },
      storyPoints: { attribute: 'customEffort', labels: [] },
    });
    expect(preview).toEqual({
      deployments: { before: 0, after: 1 },
      incidents: { before: 0, after: 1 },
      severities: { before: 1, after: 2 },
      storyPoints: { before: 1, after: 1 },
      pipelines: [
        { name: 'Ship it', pipelines: 1, matches: true },
        { name: 'Deploy', pipelines: 1, matches: false },
        { name: 'build', pipelines: 1, matches: false },
      ],
      environments: [
        { name: 'prod', pipelines: 1, isProduction: true },
        { name: 'qa', pipelines: 1, isProduction: false },
      ],
      types: [{ name: 'Task', issues: 2, isIncident: false }],
      labels: [
        { name: 'prod', issues: 1, isIncident: true, severity: null, storyPoints: null },
        { name: 'sev/2', issues: 1, isIncident: false, severity: '2', storyPoints: null },
      ],
      attributes: [
        { name: 'customEffort', label: 'Effort', type: 'number', issues: 1, example: '8.0' },
        { name: 'customImpact', label: 'Impact', type: 'string', issues: 1, example: 'Critical' },
      ],
    });
    expect(await deploying()).toEqual(['Deploy']);
  });
});
