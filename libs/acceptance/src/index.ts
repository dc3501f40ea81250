export { type FixtureOptions, makeFixtureRepository } from './fixture-repository.ts';
export { RepositoryArchive, actorNode, readArchive } from './source-server/archive.ts';
export { GithubServer } from './source-server/github-server.ts';
export { ServedApp } from './source-server/served-app.ts';
export { GitlabArchive, readGitlabArchives } from './source-server/gitlab-archive.ts';
export { GitlabServer } from './source-server/gitlab-server.ts';
export { CircleciServer } from './source-server/circleci-server.ts';
export { readCircleciData } from './source-server/circleci-data.ts';
export { serveLongBuilds } from './source-server/long-builds.ts';
export { SnykServer } from './source-server/snyk-server.ts';
export { readSnykData } from './source-server/snyk-data.ts';
export { serveLongScans } from './source-server/long-scans.ts';
export { JiraServer } from './source-server/jira-server.ts';
export { SiteData, readSiteData } from './source-server/jira-site.ts';
export { serveLongGroup, serveLongOwner, serveLongSite } from './source-server/long-samples.ts';
export {
  type ToolMessage,
  deletedIssueMessage,
  githubMessages,
  jiraMessages,
} from './source-server/messages.ts';
export { SAMPLE_GROUP } from './source-server/sample-group.ts';
export { SAMPLE_OWNER } from './source-server/sample-owner.ts';
export { SAMPLE_WORKSPACE, serveLongWorkspace } from './source-server/sample-workspace.ts';
export { SlackServer } from './source-server/slack-server.ts';
