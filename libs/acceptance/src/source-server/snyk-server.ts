import { ListServer } from './list-server.ts';
import { SnykData } from './snyk-data.ts';

/** A server that answers as Snyk's REST interface does, in pages by an opaque cursor. */
export class SnykServer extends ListServer {
  pageSize = 100;
  data: SnykData;

  constructor(data: Partial<Record<keyof SnykData, unknown>>) {
    super({
      contentType: 'application/vnd.api+json',
      token: ({ authorization = '' }) => /^token (.+)$/.exec(authorization)?.[1] ?? '',
      find: (url) => this.find(url),
    });
    this.data = SnykData.parse(data);
  }

  /** A page of a list; links name no host, and lack the first part of the path, as recorded ones do. */
  private page(all: readonly unknown[], { pathname, searchParams }: URL): unknown {
    const from = Number(Buffer.from(searchParams.get('starting_after') ?? '', 'base64url').toString() || '0');
    const end = from + this.pageSize;
    const query = new URLSearchParams(searchParams);
    query.set('starting_after', Buffer.from(String(end)).toString('base64url'));
    const next = end < all.length ? { next: `${pathname.slice('/rest'.length)}?${query.toString()}` } : {};
    return { jsonapi: { version: '1.0' }, data: all.slice(from, end), links: next };
  }

  private find(url: URL): unknown {
    const { pathname, searchParams: query } = url;
    // Every question names the version of the interface.
    if (!/^\d{4}-\d\d-\d\d$/.test(query.get('version') ?? '')) return undefined;
    if (pathname === '/rest/orgs') {
      const all = this.data.organizations.map(({ id, ...attributes }) => ({ id, type: 'org', attributes }));
      return this.page(all, url);
    }
    const [, id, list] = /^\/rest\/orgs\/([^/]+)\/(projects|issues)$/.exec(pathname) ?? [];
    if (!this.data.organizations.some((each) => each.id === id)) return undefined;
    const own = this.data[list === 'projects' ? 'projects' : 'issues'].filter(
      ({ relationships }) => relationships.organization.data.id === id,
    );
    const [after, scanned] = [query.get('updated_after'), query.get('scan_item.id')];
    const found = own
      .filter(({ attributes }) => after === null || String(attributes['updated_at']) >= after)
      .filter(({ relationships }) => scanned === null || relationships.scan_item?.data.id === scanned);
    return this.page(found, url);
  }
}
