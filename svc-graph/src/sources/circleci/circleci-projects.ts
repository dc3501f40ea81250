import type { SourcePart } from '@cairn/contracts/source-preview';
import { z } from 'zod';
import { askTool, askToolFor } from '../ask-tool.ts';
import { type CircleciScope, organizationIn, slugPath } from './scope.ts';
import { shortSlug } from './settings.ts';

const OrganizationPage = z.object({
  items: z.array(z.looseObject({ id: z.string(), project_slug: z.string() })),
  next_page_token: z.string().nullish(),
});
const Project = z.object({
  name: z.string(),
  vcs_info: z.object({ vcs_url: z.string() }).nullish().catch(null),
});

/** The most pages of an organization's latest pipelines in which projects are looked for. */
const MOST_PAGES = 10;

/** Projects by slug, and the latest pipeline that each list began with. */
interface FoundProjects {
  readonly slugs: readonly string[];
  readonly newest: Readonly<Record<string, string>>;
}

/**
 * The projects of the organizations, which CircleCI lists by their latest pipelines alone. The pages of an
 * organization whose list begins as before are not asked for.
 */
export async function findProjects(
  scope: CircleciScope,
  shown: Readonly<Record<string, string>> = {},
): Promise<FoundProjects> {
  const slugs = new Set<string>();
  const newest: Record<string, string> = {};
  for (const organization of scope.organizations) {
    let token: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({ 'org-slug': organization });
      if (token !== undefined) query.set('page-token', token);
      const path = `/pipeline?${query.toString()}`;
      const { items, next_page_token: next } = await askTool(scope.access, path, OrganizationPage);
      if (page === 0) newest[organization] = items[0]?.id ?? '';
      for (const item of items) slugs.add(shortSlug(item.project_slug));
      token = next ?? undefined;
      if (token === undefined || newest[organization] === shown[organization]) break;
    }
  }
  return { slugs: [...slugs].toSorted(), newest };
}

/** The name of a project and where its repository lies; undefined where it is gone or not shown. */
export async function readProject(
  scope: CircleciScope,
  slug: string,
): Promise<{ readonly name: string; readonly url: string | null } | undefined> {
  const found = await askToolFor(scope.access, `/project/${slugPath(slug)}`, Project);
  return found && { name: found.name, url: found.vcs_info?.vcs_url ?? null };
}

/** The projects of the organizations as parts to choose from, those that are named among them. */
export async function listParts(scope: CircleciScope): Promise<SourcePart[]> {
  const { slugs } = await findProjects(scope);
  const parts: SourcePart[] = [];
  for (const slug of [...new Set([...slugs, ...scope.projects])].toSorted()) {
    // Slugs of projects that lie on no forge are made of ids.
    const isNamed = !slug.startsWith('circleci/');
    const name = isNamed ? slug : `${(await readProject(scope, slug))?.name ?? slug} (${slug})`;
    parts.push({
      key: slug,
      name: isNamed ? slug.slice(organizationIn(slug).length + 1) : name,
      // CircleCI does not tell.
      isPrivate: false,
      isArchived: false,
      isChosen: scope.projects.length === 0 || scope.projects.includes(slug),
      counts: [],
    });
  }
  return parts;
}
