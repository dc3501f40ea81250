import { createHash } from 'node:crypto';
import { z } from 'zod';
import { askToolFor } from '../ask-tool.ts';
import { outcomeFor } from './outcome.ts';
import { type CircleciScope, slugPath } from './scope.ts';

const DAY = 86_400_000;
/** Who holds a workflow for an approval may take weeks. */
const LONGEST_RUN = 30 * DAY;
/** A workflow that failed is often run again. */
const RERUN_WITHIN = 2 * DAY;
/** Tests cost a request for each job that failed. */
const TESTS_FOR = 30 * DAY;

const Page = z.object({ items: z.array(z.unknown()), next_page_token: z.string().nullish() });
const Workflow = z.looseObject({
  id: z.string(),
  status: z.string().catch(''),
  stopped_at: z.string().nullish().catch(null),
});
const Job = z.looseObject({
  status: z.string().catch(''),
  job_number: z.coerce.number().int().nullish().catch(null),
});
/** A pipeline of a list, as far as reading needs to know it. */
const ListedPipeline = z.looseObject({
  id: z.string(),
  number: z.coerce.number().int(),
  created_at: z.string(),
});
export type ListedPipeline = z.infer<typeof ListedPipeline>;

/** Every item of a list; undefined where CircleCI does not show it. */
async function readAll({ access }: CircleciScope, path: string): Promise<unknown[] | undefined> {
  const found: unknown[] = [];
  let token = '';
  for (;;) {
    const more = token === '' ? '' : `?page-token=${encodeURIComponent(token)}`;
    const page = await askToolFor(access, path + more, Page);
    if (!page) return undefined;
    found.push(...page.items);
    token = page.next_page_token ?? '';
    if (token === '') return found;
  }
}

async function withTests(scope: CircleciScope, slug: string, job: unknown): Promise<unknown> {
  const { data } = Job.safeParse(job);
  const number = data?.job_number;
  if (!data || typeof number !== 'number' || outcomeFor(data.status, true).state !== 'failed') return job;
  const path = `/project/${slugPath(slug)}/${String(number)}/tests`;
  const tests = await readAll(scope, path);
  return tests === undefined || tests.length === 0 ? job : { ...data, tests };
}

/** A pipeline with its workflows and their jobs, and whether anything of it may still change. */
export async function readPipeline(
  scope: CircleciScope,
  slug: string,
  pipeline: ListedPipeline,
): Promise<{ readonly item: object; readonly digest: string; readonly isOpen: boolean }> {
  const age = scope.access.now() - Date.parse(pipeline.created_at);
  const workflows: object[] = [];
  let isOpen = false;
  for (const told of (await readAll(scope, `/pipeline/${encodeURIComponent(pipeline.id)}/workflow`)) ?? []) {
    const workflow = Workflow.safeParse(told).data;
    if (!workflow) continue;
    const stopped = (workflow.stopped_at ?? null) !== null;
    const { isOver, state } = outcomeFor(workflow.status, stopped);
    isOpen ||= isOver ? state === 'failed' && age < RERUN_WITHIN : age < LONGEST_RUN;
    const listed = await readAll(scope, `/workflow/${encodeURIComponent(workflow.id)}/job`);
    const jobs: unknown[] = [];
    for (const job of listed ?? []) jobs.push(age < TESTS_FOR ? await withTests(scope, slug, job) : job);
    workflows.push({ ...workflow, jobs: listed === undefined ? null : jobs });
  }
  const item = { ...pipeline, workflows };
  const digest = createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 32);
  return { item, digest, isOpen };
}

/** A pipeline of a list that it has left since; undefined where it is gone. */
export const readListed = ({ access }: CircleciScope, id: string): Promise<ListedPipeline | undefined> =>
  askToolFor(access, `/pipeline/${encodeURIComponent(id)}`, ListedPipeline);

/** A page of the pipelines of a project, the latest first, and the first one where there is no token; undefined where it is gone. */
export async function readListPage(
  { access }: CircleciScope,
  slug: string,
  token: string | null,
): Promise<{ readonly pipelines: readonly ListedPipeline[]; readonly next: string | null } | undefined> {
  const more = token === null ? '' : `?page-token=${encodeURIComponent(token)}`;
  const page = await askToolFor(access, `/project/${slugPath(slug)}/pipeline${more}`, Page);
  const pipelines = page?.items.flatMap((item) => ListedPipeline.safeParse(item).data ?? []) ?? [];
  return page && { pipelines, next: page.next_page_token ?? null };
}
