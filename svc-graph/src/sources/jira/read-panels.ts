import { z } from 'zod';
import { askJiraFor } from './ask-jira.ts';
import type { JiraScope } from './site-projects.ts';

/** The field by which Jira shows what it knows of the development of an issue. */
const PANEL_FIELD = 'com.atlassian.jira.plugins.jira-development-integration-plugin:devsummarycf';
const PARTS = ['pullrequest', 'branch', 'repository'] as const;
/** How many issues are asked about at a time. */
const AT_ONCE = 4;

const Field = z.object({ id: z.string(), schema: z.object({ custom: z.string() }) });
const Item = z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) });
const Counts = z
  .object({ byInstanceType: z.record(z.string(), z.object({ count: z.number().catch(1) })) })
  .catch({ byInstanceType: {} });
const Summary = z.object({ summary: z.record(z.string(), Counts) });
const Detail = z.object({ errors: z.array(z.unknown()).catch([]), detail: z.array(z.unknown()) });

/** What the panel of an issue names, as Jira sends it. */
interface IssuePanel {
  readonly issueId: string;
  readonly detail: readonly unknown[];
}

/** Nobody documents the panel, so an unknown form is no fault: it is as if there were none. */
async function ask<Shape extends z.ZodType>(scope: JiraScope, path: string, shape: Shape) {
  const answer = await askJiraFor(scope.access, `rest/dev-status/1.0/issue/${path}`, z.unknown());
  const { success, data } = shape.safeParse(answer);
  return success ? data : undefined;
}

/** Reads the development panels of issues, as long as the site answers. */
export class PanelReader {
  /** Whether the site answers; undefined before it was asked. */
  answers: boolean | undefined;
  private readonly scope: JiraScope;
  private readonly fields: readonly string[];

  /** Without the field no issue of a site has a panel, so that nothing is asked. */
  constructor(scope: JiraScope, fields: readonly unknown[]) {
    this.scope = scope;
    this.fields = fields.flatMap((field) => {
      const { success, data } = Field.safeParse(field);
      return success && data.schema.custom === PANEL_FIELD ? [data.id] : [];
    });
  }

  /** The panels of issues of a search; the first question finds out whether there are any. */
  async read(issues: readonly unknown[]): Promise<readonly IssuePanel[]> {
    const ids = issues.flatMap((issue) => {
      const { success, data } = Item.safeParse(issue);
      return success && this.mayHavePanel(data.fields) ? [data.id] : [];
    });
    const found: IssuePanel[] = [];
    while (ids.length > 0 && this.answers !== false) {
      const asked = ids.splice(0, this.answers === undefined ? 1 : AT_ONCE);
      const panels = await Promise.all(asked.map((id) => this.readPanel(id)));
      found.push(...panels.flatMap((panel) => panel ?? []));
    }
    return found;
  }

  private mayHavePanel(fields: Readonly<Record<string, unknown>>): boolean {
    return this.fields.some((id) => fields[id] !== null && fields[id] !== '{}');
  }

  /** Undefined where Jira cannot say: what was known of the issue stays then. */
  private async readPanel(issueId: string): Promise<IssuePanel | undefined> {
    const of = `issueId=${encodeURIComponent(issueId)}`;
    const told = await ask(this.scope, `summary?${of}`, Summary);
    this.answers ??= told !== undefined;
    if (!told) return undefined;
    const detail: unknown[] = [];
    for (const part of PARTS)
      for (const [type, { count }] of Object.entries(told.summary[part]?.byInstanceType ?? {})) {
        if (count === 0) continue;
        const query = `${of}&applicationType=${encodeURIComponent(type)}&dataType=${part}`;
        const answer = await ask(this.scope, `detail?${query}`, Detail);
        if (!answer || answer.errors.length > 0) return undefined;
        detail.push(...answer.detail);
      }
    return { issueId, detail };
  }
}
