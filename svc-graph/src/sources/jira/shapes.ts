import { z } from 'zod';

/** An offset without a colon is Jira's own; the standard wants one. */
const SHORT_OFFSET = /([+-]\d{2})(\d{2})$/;

/** Seconds since 1970 of a moment as Jira writes it, or of its milliseconds; null where it is none. */
function secondsAt(value: string | number): number | null {
  const milliseconds = typeof value === 'number' ? value : Date.parse(value.replace(SHORT_OFFSET, '$1:$2'));
  return Math.abs(milliseconds) < 8.64e15 ? milliseconds / 1_000 : null;
}

export const JiraMoment = z.union([z.string(), z.number()]).transform(secondsAt).nullable().catch(null);

/** Ids are numbers in some answers and texts in others. */
export const JiraId = z.union([z.string().min(1), z.number()]).transform(String);
const Text = z.string().nullable().catch(null);
const Amount = z.number().nullable().catch(null);
const Named = z.object({ name: z.string() }).nullable().catch(null);

/** A list whose broken items are left out. */
export const tolerantList = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value): z.output<Item>[] => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** A list that may be absent, which tells nothing; an empty one tells that there is nothing. */
const toldList = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .nullable()
    .catch(null)
    .transform((values) => ({ items: tolerantList(item).parse(values), isTold: values !== null }));

/** A list within an issue, and whether it is all that Jira has: a search gives the first entries alone. */
const innerList = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z
    .looseObject({ total: Amount })
    .transform((value) => {
      const given: unknown = value[name];
      const isWhole = Array.isArray(given) && value.total !== null && given.length >= value.total;
      return { items: tolerantList(item).parse(given), isWhole };
    })
    .nullable()
    .catch(null);

/** A user of Cloud has an account id, one of Data Center a key or a name. */
export const JiraUser = z
  .object({
    accountId: Text,
    key: Text,
    name: Text,
    displayName: Text,
    emailAddress: Text,
    timeZone: Text,
    accountType: Text,
    avatarUrls: z.record(z.string(), z.string()).catch({}),
  })
  .nullable()
  .catch(null);
export type JiraUser = NonNullable<z.infer<typeof JiraUser>>;

const StatusCategory = z.object({ key: z.string() }).nullable().catch(null);
export const JiraStatus = z.object({ id: JiraId, name: z.string(), statusCategory: StatusCategory });

const ChangedField = z.object({
  field: z.string(),
  fieldId: Text,
  from: Text,
  fromString: Text,
  to: Text,
  toString: Text,
});
export type ChangedField = z.infer<typeof ChangedField>;

const JiraHistory = z.object({
  id: JiraId,
  author: JiraUser,
  created: JiraMoment,
  items: tolerantList(ChangedField),
});
export type JiraHistory = z.infer<typeof JiraHistory>;

export const JiraComment = z.object({
  id: JiraId,
  author: JiraUser,
  body: z.unknown().optional(),
  created: JiraMoment,
  updated: JiraMoment,
});
export type JiraComment = z.infer<typeof JiraComment>;

export const JiraWorklog = z.object({
  id: JiraId,
  issueId: JiraId.nullable().catch(null),
  author: JiraUser,
  created: JiraMoment,
  updated: JiraMoment,
  started: JiraMoment,
  timeSpentSeconds: Amount,
});
export type JiraWorklog = z.infer<typeof JiraWorklog>;

export const JiraSprint = z.object({
  id: JiraId,
  name: z.string(),
  state: z.string().catch('future'),
  goal: Text,
  startDate: JiraMoment,
  endDate: JiraMoment,
  completeDate: JiraMoment,
  originBoardId: JiraId.nullable().catch(null),
});
export type JiraSprint = z.infer<typeof JiraSprint>;

export const JiraProject = z.object({
  id: JiraId,
  key: z.string(),
  name: z.string(),
  projectTypeKey: Text,
  /** Told by Cloud alone. */
  isPrivate: z.boolean().catch(false),
  archived: z.boolean().catch(false),
});
export type JiraProject = z.infer<typeof JiraProject>;

export const JiraVersion = z.object({
  id: JiraId,
  name: z.string(),
  released: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  startDate: JiraMoment,
  releaseDate: JiraMoment,
});
export type JiraVersion = z.infer<typeof JiraVersion>;

const Parent = z.object({
  id: JiraId,
  key: z.string(),
  fields: z
    .object({ summary: Text, issuetype: z.object({ hierarchyLevel: Amount }).nullable().catch(null) })
    .nullable()
    .catch(null),
});

const LinkedIssue = z.object({ id: JiraId }).nullable().catch(null);
const IssueLink = z.object({
  type: z.object({ name: z.string(), outward: z.string().catch('') }),
  outwardIssue: LinkedIssue,
  inwardIssue: LinkedIssue,
});
export type IssueLink = z.infer<typeof IssueLink>;

const Fields = z.looseObject({
  summary: z.string().catch(''),
  description: z.unknown().optional(),
  issuetype: z.object({ name: z.string(), hierarchyLevel: Amount }).nullable().catch(null),
  status: JiraStatus.nullable().catch(null),
  priority: Named,
  project: JiraProject.nullable().catch(null),
  labels: tolerantList(z.string()),
  assignee: JiraUser,
  reporter: JiraUser,
  creator: JiraUser,
  created: JiraMoment,
  updated: JiraMoment,
  resolutiondate: JiraMoment,
  statuscategorychangedate: JiraMoment,
  timespent: Amount,
  timeoriginalestimate: Amount,
  timeestimate: Amount,
  parent: Parent.nullable().catch(null),
  issuelinks: toldList(IssueLink),
  fixVersions: toldList(JiraVersion),
  sprint: JiraSprint.nullable().catch(null),
  closedSprints: tolerantList(JiraSprint),
  comment: innerList('comments', JiraComment),
  worklog: innerList('worklogs', JiraWorklog),
});
export type IssueFields = z.infer<typeof Fields>;

export const JiraIssue = z.object({
  id: JiraId,
  key: z.string(),
  fields: Fields,
  changelog: z
    .object({ histories: tolerantList(JiraHistory) })
    .nullable()
    .catch(null),
});
export type JiraIssue = z.infer<typeof JiraIssue>;

/** A field of the site; those of its own are named `customfield_…`. */
const SiteField = z.object({
  id: z.string(),
  name: z.string(),
  schema: z.object({ type: z.string(), items: Text, custom: Text }).nullable().catch(null),
});
export type SiteField = z.infer<typeof SiteField>;

/** What came from a site, with the site's statuses and fields as they were then. */
export const JiraPayload = z.object({
  site: z.url({ protocol: /^https?$/ }),
  statuses: tolerantList(JiraStatus),
  fields: tolerantList(SiteField),
  items: z.array(z.unknown()).catch([]),
  /** Whether the site refuses what was asked for. */
  isRefused: z.boolean().catch(false),
  /** The boards of sprints, each of one project. */
  boards: tolerantList(z.object({ id: JiraId, projectId: JiraId, sprints: tolerantList(JiraId) })),
  /** The people whom teams name. */
  people: z.array(z.unknown()).catch([]),
  /** Histories that came apart from their issues. */
  changelogs: tolerantList(z.object({ issueId: JiraId, changeHistories: tolerantList(JiraHistory) })),
});
export type JiraPayload = z.infer<typeof JiraPayload>;

/** A message of a webhook. Old servers name no event type. */
export const JiraMessage = z.object({
  webhookEvent: z.string(),
  timestamp: JiraMoment,
  user: JiraUser,
  issue: z.unknown().optional(),
  comment: JiraComment.nullable().catch(null),
  worklog: JiraWorklog.nullable().catch(null),
  sprint: JiraSprint.nullable().catch(null),
  version: JiraVersion.nullable().catch(null),
  project: JiraProject.nullable().catch(null),
  changelog: z
    .object({ id: JiraId, items: tolerantList(ChangedField) })
    .nullable()
    .catch(null),
});
export type JiraMessage = z.infer<typeof JiraMessage>;
