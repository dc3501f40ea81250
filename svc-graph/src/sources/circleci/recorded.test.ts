import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CircleciServer, readCircleciData } from '@cairn/acceptance';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findRecorded } from '../../../test/recorded-data.ts';
import type { Row } from '../../store/load.ts';
import { ToolRows } from '../tool-rows.ts';
import { normaliseCircleci } from './normalise.ts';

const FAROS = findRecorded('circleci/faros') ?? '';
const HOST = 'https://circleci.com';
const ORG = 'acme';

const Status = z.object({ category: z.string(), detail: z.string().nullable() });
const Expected = z.object({
  records: z.array(
    z.object({
      model: z.string(),
      record: z.looseObject({
        name: z.string().optional(),
        uid: z.string().optional(),
        createdAt: z.string().optional(),
        startedAt: z.string().optional(),
        endedAt: z.string().optional(),
        status: Status.optional(),
        commit: z.object({ sha: z.string() }).optional(),
        build: z.object({ uid: z.string() }).optional(),
      }),
    }),
  ),
});

/**
 * Records without an equal, each with the reason:
 * - `cicd_Organization`: an organization of CircleCI is what a source reads, and no kind of the graph.
 * - `qa_TestCase`, `qa_TestSuite`, `qa_TestSuiteTestCaseAssociation`: tests are no kind; a job counts those that failed.
 * - `qa_TestExecution`, `qa_TestExecutionCommitAssociation`: one run of them, which is the job.
 * - `faros_MetricDefinition`, `faros_MetricValue`: credits, from an export of usage that is no part of interface v2.
 */
const WITHOUT_EQUAL = {
  cicd_Organization: 1,
  qa_TestCase: 2,
  qa_TestSuite: 1,
  qa_TestSuiteTestCaseAssociation: 2,
  qa_TestExecution: 1,
  qa_TestExecutionCommitAssociation: 1,
  faros_MetricDefinition: 1,
  faros_MetricValue: 18,
};

const read = (name: string) => JSON.parse(readFileSync(join(FAROS, name), 'utf8')) as unknown;
const normalise = (items: readonly unknown[], project: unknown = null) =>
  normaliseCircleci({ kind: 'pipelines', body: { host: HOST, project, items } }, { orgId: ORG });
const second = (text: string | undefined) => (text === undefined ? null : Date.parse(text) / 1_000);
const JobRow = z.array(
  z.object({
    name: z.string(),
    result: z.string(),
    startedAt: z.string(),
    duration: z.number(),
    tests: z.object({ total: z.number(), failed: z.number() }),
  }),
);

describe.skipIf(FAROS === '')('recorded records of CircleCI (of ../shared/data)', () => {
  const compared: Record<string, number> = {};
  const records = FAROS === '' ? [] : Expected.parse(read('expected.json')).records;
  const of = (model: string) => {
    const found = records.filter((each) => each.model === model).map(({ record }) => record);
    compared[model] = found.length;
    return found;
  };
  const rows = new ToolRows({ orgId: ORG, integration: 'circleci', host: 'circleci.com' });
  const data = FAROS === '' ? undefined : readCircleciData([join(FAROS, 'all-streams.jsonl')]);
  const made = normalise(data?.pipelines ?? []);
  const [row]: readonly Row[] = made.loads.find(({ table }) => table === 'CicdPipeline')?.rows ?? [];
  const [job] = FAROS === '' ? [] : JobRow.parse(JSON.parse(String(row?.['jobs'])));
  const workflow = (uid = '') => uid.split('__')[1] ?? '';

  afterAll(() => {
    process.stdout.write(`${JSON.stringify({ compared, withoutEqual: WITHOUT_EQUAL })}\n`);
  });

  it('builds equal in name, moments and outcome: another product joins the ids of pipeline and workflow', () => {
    expect(made.ignored).toEqual([]);
    expect(
      of('cicd_Build').map((each) => ({
        uuid: rows.uuid('workflow', workflow(each.uid)),
        // That product puts the project and the number before the name of the workflow.
        name: each.name?.split('_').slice(2).join('_'),
        created: second(each.createdAt),
        started: second(each.startedAt),
        ended: second(each.endedAt),
        result: each.status?.category.toLowerCase(),
        status: each.status?.detail,
      })),
    ).toEqual([
      {
        uuid: row?.['uuid'],
        name: row?.['name'],
        created: row?.['createdAt'],
        started: row?.['startedAt'],
        ended: row?.['finishedAt'],
        result: row?.['result'],
        status: row?.['sourceState'],
      },
    ]);
  });

  it('projects equal the repository, and commits the commit that a build ran on', () => {
    expect(of('cicd_Pipeline').map(({ name }) => name)).toEqual([row?.['repository']]);
    expect(
      of('cicd_BuildCommitAssociation').map(({ build, commit }) => [
        rows.uuid('workflow', workflow(build?.uid)),
        rows.commit(commit?.sha ?? ''),
      ]),
    ).toEqual([[row?.['uuid'], row?.['commitUuid']]]);
  });

  it('steps equal the job in name, moments and outcome', () => {
    const began = second(job?.startedAt) ?? Number.NaN;
    expect(
      of('cicd_BuildStep').map((each) => [
        each.name,
        second(each.startedAt),
        second(each.endedAt),
        each.status?.category.toLowerCase(),
      ]),
    ).toEqual([[job?.name, began, began + (job?.duration ?? Number.NaN), job?.result]]);
  });

  it('results of tests equal those that the job counts', () => {
    const results = of('qa_TestCaseResult').map(({ status }) => status?.category);
    expect({ total: results.length, failed: results.filter((each) => each === 'Failure').length }).toEqual(
      job?.tests,
    );
  });

  it('are all compared, or in a class of differences', () => {
    const counted: Record<string, number> = {};
    for (const { model } of records) counted[model] = (counted[model] ?? 0) + 1;
    expect({ ...compared, ...WITHOUT_EQUAL }).toEqual(counted);
    expect(records).toHaveLength(33);
  });

  it('payloads of the interface map, alone or in the pipeline that they are of', () => {
    const list = z.array(z.looseObject({}));
    const [workflows, jobs, tests] = ['workflows', 'jobs', 'tests'].map((name) =>
      list.parse(read(`source/${name}_input.json`)),
    );
    const [pipeline] = list.parse(read('source/pipeline_input.json'));
    const within = (workflows ?? []).map((each) => ({
      ...each,
      jobs: (jobs ?? []).map((one) => ({ ...one, tests })),
    }));
    expect(normalise([{ ...pipeline, workflows: within }]).loads).toEqual(made.loads);
    for (const name of ['pipelines', 'pipelines_input']) {
      const { ignored, loads } = normalise(list.parse(read(`source/${name}.json`)));
      // A pipeline that no workflow came of has no run.
      expect([ignored, loads]).toEqual([[], []]);
    }
    const project = z.object({ slug: z.string() }).parse(read('source/projects.json'));
    expect(new CircleciServer({ projects: [project] }).data.projects).toHaveLength(1);
    expect(list.parse(read('source/tests.json')).map(({ result }) => result)).toEqual(
      (tests ?? []).map(({ result }) => result),
    );
  });

  it('records of usage and of an export are ignored by name', () => {
    for (const kind of ['usage', 'usage-export'])
      expect(normaliseCircleci({ kind, body: { host: HOST } }, { orgId: ORG }).ignored).toEqual([kind]);
  });
});
