export { type FixtureOptions, makeFixtureRepository } from './fixture-repository.ts';
export { RepositoryArchive, actorNode, readArchive } from './source-server/archive.ts';
export { GithubServer } from './source-server/github-server.ts';
export { ServedApp } from './source-server/served-app.ts';
export { JiraServer } from './source-server/jira-server.ts';
export { readSiteData } from './source-server/jira-site.ts';
export { SAMPLE_OWNER } from './source-server/sample-owner.ts';
