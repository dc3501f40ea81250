import { z } from 'zod';

const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text) / 1_000)
  .nullable()
  .catch(null);
const Text = z.string().min(1).nullable().catch(null);
const Id = z.string().min(1);
/** Numbers are texts in some answers. */
const Count = z.coerce.number().int().nonnegative();
const Amount = Count.nullable().catch(null);

/** A list whose broken items are left out. */
const items = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value): z.output<Item>[] => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const Test = z.object({ result: Text, name: Text });

const Job = z.object({
  id: Id,
  name: z.string(),
  job_number: Amount,
  status: z.string().catch(''),
  started_at: Moment,
  stopped_at: Moment,
  /** Those of a job that failed; null where they were not asked for. */
  tests: items(Test).nullable().catch(null).default(null),
});
export type CircleciJob = z.output<typeof Job>;

const Workflow = z.object({
  id: Id,
  name: z.string(),
  status: z.string().catch(''),
  created_at: Moment,
  stopped_at: Moment,
  /** The jobs of a workflow; null where they are not known. */
  jobs: items(Job).nullable().catch(null).default(null),
});
export type CircleciWorkflow = z.output<typeof Workflow>;

const Vcs = z
  .object({
    target_repository_url: Text,
    origin_repository_url: Text,
    revision: Text,
    branch: Text,
    review_url: Text,
  })
  .partial()
  .nullable()
  .catch(null)
  .default(null);

/** What started a pipeline of a project whose forge CircleCI does not know from the beginning. */
const Parameters = z
  .object({
    git: z
      .object({ checkout_url: Text, checkout_sha: Text, branch: Text })
      .partial()
      .nullable()
      .catch(null)
      .default(null),
    gitlab: z
      .object({ web_url: Text, user_username: Text, user_name: Text, user_avatar: Text })
      .partial()
      .nullable()
      .catch(null)
      .default(null),
    github_app: z
      .object({ repo_url: Text, user_username: Text, user_name: Text, user_avatar: Text })
      .partial()
      .nullable()
      .catch(null)
      .default(null),
  })
  .nullable()
  .catch(null)
  .default(null);

const Actor = z
  .object({ login: Id, avatar_url: Text.default(null) })
  .nullable()
  .catch(null)
  .default(null);

/** A pipeline with its workflows, as it is kept. */
export const CircleciPipeline = z.object({
  id: Id,
  number: Count,
  project_slug: Id,
  created_at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text) / 1_000),
  trigger: z.object({ actor: Actor }).nullable().catch(null).default(null),
  trigger_parameters: Parameters,
  vcs: Vcs,
  workflows: items(Workflow).default([]),
});
export type CircleciPipeline = z.output<typeof CircleciPipeline>;

/** What is kept of pipelines. */
export const CircleciPayload = z.object({
  /** The host and its address, at which its pages are too. */
  host: z.string().min(1),
  /** The project, as the pages of CircleCI name it. */
  project: z.object({ slug: Id, name: z.string(), url: Text }).nullable().catch(null).default(null),
  items: z.array(z.unknown()).catch([]),
});
export type CircleciPayload = z.output<typeof CircleciPayload>;
