import type { JiraProject, JiraVersion } from './shapes.ts';
import type { SiteRows } from './site-rows.ts';

/** Adds a project. */
export function addProject(rows: SiteRows, { id, key, name, projectTypeKey }: JiraProject): void {
  const url = rows.address(`browse/${key}`);
  const common = rows.common('project', id, { name, url, createdAt: null, updatedAt: null });
  rows.add('Project', { ...common, projectKey: key, projectTypeKey });
}

function versionStatus({ released, archived }: JiraVersion): string {
  if (archived) return 'archived';
  return released ? 'released' : 'unreleased';
}

/** Adds a version of a project as a release. */
export function addVersion(rows: SiteRows, version: JiraVersion): void {
  const { id, name, startDate, releaseDate, released } = version;
  const status = versionStatus(version);
  const common = rows.common('version', id, {
    name,
    url: null,
    createdAt: startDate,
    updatedAt: releaseDate,
  });
  rows.add('Release', {
    ...common,
    releaseName: name,
    publishedAt: released ? releaseDate : null,
    status,
    sourceStatus: status,
    statusCategory: released ? 'done' : 'todo',
  });
}
