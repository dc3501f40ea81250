import { z } from 'zod';
import type { IssueFields, JiraPayload } from './shapes.ts';
import { JiraUser } from './shapes.ts';
import type { SiteFields } from './custom-fields.ts';
import type { SiteRows } from './site-rows.ts';

const Id = z.union([z.string().min(1), z.number()]).transform(String);
const Word = z.string().min(1).optional().catch(undefined);
/** A team as the field of an issue has it on Cloud, or as plans of Data Center list it. */
const Team = z.object({
  id: Id,
  name: Word,
  title: Word,
  resources: z
    .array(z.object({ personId: Id }))
    .nullish()
    .catch(null),
});
const Person = z.object({
  personId: Id,
  jiraUser: z
    .object({ jiraUserId: Word, jiraUsername: Word, title: Word, email: Word })
    .nullish()
    .catch(null),
});

function addTeam(rows: SiteRows, { id, name, title }: z.infer<typeof Team>): string | null {
  const called = name ?? title;
  if (called === undefined) return null;
  const common = rows.common('team', id, { name: called, url: null, createdAt: null, updatedAt: null });
  rows.add('Team', common);
  return common.uuid;
}

/** Adds the teams that the fields of an issue name. */
export function addIssueTeams(rows: SiteRows, fields: IssueFields, { teams }: SiteFields): void {
  for (const id of teams) {
    const { success, data } = Team.safeParse(fields[id]);
    if (success) addTeam(rows, data);
  }
}

const Members = z.object({ id: Id, members: z.array(z.string().min(1)) });

/** Adds who belongs to teams of Cloud; the teams come with the issues that name them. */
export function addMembers(rows: SiteRows, { items, people }: JiraPayload): void {
  for (const value of people) rows.person(JiraUser.parse(value), null);
  for (const item of items) {
    const { success, data } = Members.safeParse(item);
    if (!success) {
      rows.ignored.push('members of a team');
      continue;
    }
    const uuid = rows.uuid('team', data.id);
    rows.tellWhole({ relations: ['memberOf'], side: 'to', ownerKind: 'Team' }, { uuid, at: null });
    for (const account of data.members) rows.edge('memberOf', [rows.uuid('user', account), uuid]);
  }
}

/** Adds teams with their members. Jira tells no dates, so that a member belongs to a team as long as it is listed. */
export function addTeams(rows: SiteRows, { items, people }: JiraPayload): void {
  const known = new Map(
    people.flatMap((value) => {
      const { success, data } = Person.safeParse(value);
      return success && data.jiraUser ? [[data.personId, data.jiraUser] as const] : [];
    }),
  );
  for (const item of items) {
    const { success, data } = Team.safeParse(item);
    const uuid = success ? addTeam(rows, data) : null;
    if (!success || uuid === null) {
      rows.ignored.push('team');
      continue;
    }
    rows.tellWhole({ relations: ['memberOf'], side: 'to', ownerKind: 'Team' }, { uuid, at: null });
    for (const { personId } of data.resources ?? []) {
      const { jiraUserId: key, jiraUsername: name, title, email } = known.get(personId) ?? {};
      const user = JiraUser.parse({ key, name, displayName: title, emailAddress: email });
      const person = rows.person(user, null);
      if (person !== null) rows.edge('memberOf', [person, uuid]);
    }
  }
}
