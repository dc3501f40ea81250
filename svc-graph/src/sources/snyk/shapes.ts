import { z } from 'zod';

const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text) / 1_000)
  .nullable()
  .catch(null)
  .default(null);
const Text = z.string().min(1).nullable().catch(null).default(null);
const Id = z.string().min(1);
const Flag = z.boolean().catch(false).default(false);
const Amount = z.number().nullable().catch(null).default(null);

/** A list whose broken items are left out. */
const items = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((values) =>
      values.flatMap((value): z.output<Item>[] => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** An organization, as the list of them has it. */
export const SnykOrganization = z.object({
  id: Id,
  attributes: z.object({ name: z.string(), slug: z.string().default('') }),
});

const Target = z
  .object({
    attributes: z.object({ url: Text, remoteUrl: Text }).nullable().catch(null).default(null),
  })
  .nullable()
  .catch(null)
  .default(null);

/** A project of the scanner, as far as it is needed. */
export const SnykProject = z.object({
  id: Id,
  attributes: z.object({ name: z.string(), type: Text, origin: Text }),
  relationships: z
    .object({ target: z.object({ data: Target }).nullable().catch(null).default(null) })
    .nullable()
    .catch(null)
    .default(null),
});
export type SnykProject = z.output<typeof SnykProject>;

const Representation = z.object({
  dependency: z.object({ package_name: Text, package_version: Text }).nullable().catch(null).default(null),
  sourceLocation: z.object({ file: Text }).nullable().catch(null).default(null),
  resourcePath: Text,
});
const Coordinate = z.object({
  is_fixable_manually: Flag,
  is_fixable_snyk: Flag,
  is_fixable_upstream: Flag,
  is_patchable: Flag,
  is_pinnable: Flag,
  is_upgradeable: Flag,
  representations: items(Representation),
});
const Severity = z.object({ score: z.number(), source: Text });

/** An issue of Snyk. */
export const SnykIssue = z.object({
  id: Id,
  attributes: z.object({
    key: z.string().min(1),
    title: z.string(),
    type: z.string(),
    description: Text,
    effective_severity_level: Text,
    status: z.string().catch(''),
    ignored: Flag,
    created_at: Moment,
    updated_at: Moment,
    resolution: z.object({ resolved_at: Moment }).nullable().catch(null).default(null),
    classes: items(z.object({ id: Id, source: Text })),
    problems: items(z.object({ id: Id })),
    coordinates: items(Coordinate),
    severities: items(Severity),
    risk: z
      .object({ score: z.object({ value: Amount }).nullable().catch(null).default(null) })
      .nullable()
      .catch(null)
      .default(null),
    exploit_details: z
      .object({ maturity_levels: items(z.object({ format: Text, level: Text })) })
      .nullable()
      .catch(null)
      .default(null),
  }),
  relationships: z.object({
    organization: z.object({ data: z.object({ id: Id }) }),
    scan_item: z
      .object({ data: z.object({ id: Id }) })
      .nullable()
      .catch(null)
      .default(null),
  }),
});
export type SnykIssue = z.output<typeof SnykIssue>;

/** What is kept of issues: with them the organization, and the projects that they are of. */
export const SnykPayload = z.object({
  /** The address of the interface. */
  host: z.url({ protocol: /^https?$/ }),
  organization: SnykOrganization.nullable().catch(null).default(null),
  projects: items(SnykProject),
  items: z.array(z.unknown()).catch([]),
});
export type SnykPayload = z.output<typeof SnykPayload>;
