import { CircleciData } from './circleci-data.ts';
import { ListServer } from './list-server.ts';

const organizationIn = (slug: string) => slug.split('/').slice(0, 2).join('/');

/** A server that answers as CircleCI's interface v2 does. */
export class CircleciServer extends ListServer {
  pageSize = 20;
  data: CircleciData;

  constructor(data: Partial<Record<keyof CircleciData, unknown>>) {
    super({
      contentType: 'application/json;charset=utf-8',
      token: (headers) => String(headers['circle-token'] ?? ''),
      find: (url) => this.find(url),
    });
    this.data = CircleciData.parse(data);
  }

  /** A page of a list; its token is opaque to readers. */
  private page(all: readonly unknown[] | undefined, query: URLSearchParams): unknown {
    if (!all) return undefined;
    const from = Number(Buffer.from(query.get('page-token') ?? '', 'base64url').toString() || '0');
    const end = from + this.pageSize;
    const next = end < all.length ? Buffer.from(String(end)).toString('base64url') : null;
    return { items: all.slice(from, end), next_page_token: next };
  }

  private get latestFirst() {
    return this.data.pipelines.toSorted(
      (a, b) => String(b['created_at']).localeCompare(String(a['created_at'])) || b.number - a.number,
    );
  }

  private pipelinesWhere(isWanted: (slug: string) => boolean): object[] {
    return this.latestFirst
      .filter(({ project_slug: slug }) => isWanted(slug))
      .map(({ workflows: _workflows, ...listed }) => listed);
  }

  private find({ pathname, searchParams: query }: URL): unknown {
    const [, path = ''] = /^\/api\/v2\/(.*)$/.exec(pathname) ?? [];
    const parts = path.split('/').map(decodeURIComponent);
    const [list = '', id = '', more] = parts;
    if (path === 'me/collaborations') return this.organizations();
    if (path === 'pipeline') {
      const organization = query.get('org-slug');
      return this.page(
        this.pipelinesWhere((slug) => organizationIn(slug) === organization),
        query,
      );
    }
    if (list === 'project') return this.findOfProject(parts.slice(1, 4).join('/'), parts.slice(4), query);
    if (list === 'workflow' && more === 'job') return this.page(this.jobs(id), query);
    if (list !== 'pipeline') return undefined;
    const found = this.data.pipelines.find((each) => each.id === id);
    if (more === undefined)
      return found && this.pipelinesWhere(() => true).find((each) => 'id' in each && each.id === id);
    return this.page(
      found?.workflows.map(({ jobs: _jobs, ...workflow }) => workflow),
      query,
    );
  }

  private organizations(): object[] {
    const slugs = [
      ...this.data.projects.map(({ slug }) => slug),
      ...this.data.pipelines.map((each) => each.project_slug),
    ];
    return [...new Set(slugs.map(organizationIn))].map((slug) => ({ slug, name: slug.split('/')[1] }));
  }

  private jobs(workflowId: string): object[] | undefined {
    return this.data.pipelines
      .flatMap(({ workflows }) => workflows)
      .find(({ id }) => id === workflowId)
      ?.jobs.map(({ tests: _tests, ...job }) => job);
  }

  private findOfProject(slug: string, rest: readonly string[], query: URLSearchParams): unknown {
    const pipelines = this.data.pipelines.filter((each) => each.project_slug === slug);
    const told = this.data.projects.find((each) => each.slug === slug);
    if (!told && pipelines.length === 0) return undefined;
    const [list, more] = rest;
    if (list === undefined) return told ?? { slug, name: slug.split('/')[2], vcs_info: null };
    if (list === 'pipeline')
      return this.page(
        this.pipelinesWhere((each) => each === slug),
        query,
      );
    if (more !== 'tests') return undefined;
    const job = pipelines
      .flatMap(({ workflows }) => workflows)
      .flatMap(({ jobs }) => jobs)
      .find((each) => String(each['job_number']) === list);
    return this.page(job?.tests, query);
  }
}
