import { z } from 'zod';

const People = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      username: z.string(),
      name: z.string().nullish(),
      avatarUrl: z.string().nullish(),
      webUrl: z.string().nullish(),
    }),
  ),
});
const Parent = z.object({
  id: z.string(),
  iid: z.string(),
  title: z.string(),
  confidential: z.boolean().nullish(),
  workItemType: z.object({ name: z.string() }).nullish(),
});

/** The parts of a work item that the GraphQL interface was asked for; each has what it is about. */
export const workItemWidgets = z.array(
  z.object({
    parent: Parent.nullish(),
    description: z.string().nullish(),
    labels: z.object({ nodes: z.array(z.object({ title: z.string() })) }).nullish(),
    assignees: People.nullish(),
  }),
);

/** The parent that the widgets of a work item name, but for one that only some may see. */
export function parentIn(widgets: z.infer<typeof workItemWidgets>) {
  const parent = widgets.find((widget) => widget.parent)?.parent;
  if (!parent || parent.confidential === true) return null;
  const { id, iid, title, workItemType } = parent;
  return { id, iid, title, type: workItemType?.name ?? null };
}
