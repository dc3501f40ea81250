import { z } from 'zod';
import type { SiteData } from './jira-site.ts';

const Panel = z.object({
  issueId: z.coerce.string(),
  applicationType: z.string(),
  dataType: z.string(),
  answer: z.looseObject({}),
});
const Team = z.object({ id: z.string(), members: z.array(z.string()) });
const User = z.looseObject({ accountId: z.string() });
const Asked = z.object({ first: z.int(), after: z.string().optional() });

const PANEL_FIELD = {
  id: 'customfield_10000',
  name: 'Development',
  schema: {
    type: 'any',
    custom: 'com.atlassian.jira.plugins.jira-development-integration-plugin:devsummarycf',
  },
};

/** The fields of a site: one whose issues have panels has the field that shows them. */
export const shownFields = ({ fields, panels }: Pick<SiteData, 'fields' | 'panels'>): readonly unknown[] =>
  panels.length === 0 ? fields : [...fields, PANEL_FIELD];

/** What the development panel of an issue says, in short or in whole; nothing where a site has none. */
export function findPanel(data: SiteData, name: string, query: URLSearchParams): unknown {
  if (data.panels.length === 0) return undefined;
  const ofIssue = data.panels
    .map((panel) => Panel.parse(panel))
    .filter(({ issueId }) => issueId === query.get('issueId'));
  if (name === 'detail') {
    const found = ofIssue.find(
      ({ applicationType, dataType }) =>
        applicationType === query.get('applicationType') && dataType === query.get('dataType'),
    );
    return found?.answer ?? { errors: [], detail: [] };
  }
  const summary: Record<string, { byInstanceType: Record<string, { count: number; name: string }> }> = {};
  for (const { applicationType, dataType } of ofIssue) {
    const part = (summary[dataType] ??= { byInstanceType: {} });
    part.byInstanceType[applicationType] = { count: 1, name: applicationType };
  }
  return { errors: [], configErrors: [], summary };
}

/** A page of the accounts of a team. */
export function findMembers({ members }: SiteData, id: string, body: string): unknown {
  const team = members.map((each) => Team.parse(each)).find((each) => each.id === id);
  if (!team) return undefined;
  const { first, after = '0' } = Asked.parse(JSON.parse(body));
  const end = Number(after) + first;
  return {
    results: team.members.slice(Number(after), end).map((accountId) => ({ accountId })),
    pageInfo: { endCursor: String(end), hasNextPage: end < team.members.length },
  };
}

/** The users of a site with these account ids. */
export const findUsers = ({ users }: SiteData, query: URLSearchParams): unknown => ({
  values: users.filter((user) => query.getAll('accountId').includes(User.parse(user).accountId)),
});
