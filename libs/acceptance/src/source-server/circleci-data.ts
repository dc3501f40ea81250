import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const Things = z.array(z.looseObject({})).default([]);
const Job = z.looseObject({ id: z.string(), tests: Things });
const Workflow = z.looseObject({ id: z.string(), jobs: z.array(Job).default([]) });
const Pipeline = z.looseObject({
  id: z.string(),
  project_slug: z.string(),
  number: z.coerce.number(),
  workflows: z.array(Workflow).default([]),
});

/** What a host of CircleCI holds: projects, and pipelines with their workflows, jobs and tests within. */
export const CircleciData = z.object({
  projects: z.array(z.looseObject({ slug: z.string() })).default([]),
  pipelines: z.array(Pipeline).default([]),
});
export type CircleciData = z.infer<typeof CircleciData>;

const Streamed = z.object({ record: z.object({ stream: z.string(), data: z.looseObject({}) }) });
const Test = z.looseObject({ job_number: z.number(), workflow_id: z.string() });

/** Records of streams, one a line: projects, pipelines, and the tests of their jobs. */
function readStreams(text: string): CircleciData {
  const records = text
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : (Streamed.safeParse(JSON.parse(line)).data?.record ?? [])));
  const named = (name: string) =>
    records.filter(({ stream }) => stream.endsWith(name)).map(({ data }) => data);
  const tests = named('tests').map((test) => Test.parse(test));
  const data = CircleciData.parse({ projects: named('projects'), pipelines: named('pipelines') });
  for (const { workflows } of data.pipelines)
    for (const { id, jobs } of workflows)
      for (const job of jobs)
        job.tests.push(
          ...tests.filter(
            ({ workflow_id: workflow, job_number: number }) =>
              workflow === id && number === job['job_number'],
          ),
        );
  return data;
}

const GZIP = 0x1f;

function readFile(file: string): CircleciData {
  const bytes = readFileSync(file);
  const text = (bytes[0] === GZIP ? gunzipSync(bytes) : bytes).toString('utf8');
  return /\.jsonl(?:\.gz)?$/.test(file) ? readStreams(text) : CircleciData.parse(JSON.parse(text));
}

/** Reads what a host holds from JSON, plain or gzipped, from records of streams, or from a folder of both. */
export function readCircleciData(paths: readonly string[]): CircleciData {
  const parts = paths
    .flatMap((path) =>
      statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
    )
    .filter((file) => /\.jsonl?(?:\.gz)?$/.test(file))
    .map(readFile);
  return {
    projects: parts.flatMap(({ projects }) => projects),
    pipelines: parts.flatMap(({ pipelines }) => pipelines),
  };
}
