import { z } from 'zod';
import { askJiraFor } from './ask-jira.ts';
import { type JiraScope, api } from './site-projects.ts';

const MOST = 100;

/** What a search says of a list of an issue: a part of it, and how long it is. */
const LISTS = { comment: 'comments', worklog: 'worklogs' } as const;
type ListName = keyof typeof LISTS;

const Item = z.looseObject({ id: z.string(), fields: z.looseObject({}) });
const Page = z.looseObject({ total: z.int() });
const Values = z.array(z.unknown());

/** Every entry of a list of an issue; undefined where Jira does not show the issue any more. */
async function readWhole(scope: JiraScope, id: string, name: ListName): Promise<unknown[] | undefined> {
  const found: unknown[] = [];
  for (;;) {
    const query = new URLSearchParams({ startAt: String(found.length), maxResults: String(MOST) });
    const path = `${api(scope)}/issue/${encodeURIComponent(id)}/${name}?${query.toString()}`;
    const page = await askJiraFor(scope.access, path, Page);
    if (!page) return undefined;
    const values = Values.parse(page[LISTS[name]]);
    found.push(...values);
    if (values.length === 0 || found.length >= page.total) return found;
  }
}

/** An issue of a search with its whole lists of comments and logged work, of which a search gives the first alone. */
export async function withWholeLists(scope: JiraScope, item: unknown): Promise<unknown> {
  const issue = Item.parse(item);
  let { fields } = issue;
  for (const name of Object.keys(LISTS) as ListName[]) {
    const list = Page.safeParse(fields[name]);
    if (!list.success || list.data.total <= Values.catch([]).parse(list.data[LISTS[name]]).length) continue;
    const whole = await readWhole(scope, issue.id, name);
    if (whole) fields = { ...fields, [name]: { ...list.data, total: whole.length, [LISTS[name]]: whole } };
  }
  return fields === issue.fields ? item : { ...issue, fields };
}
