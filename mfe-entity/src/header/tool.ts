const TOOLS: Readonly<Record<string, string>> = {
  git: 'its repository',
  github: 'GitHub',
  gitlab: 'GitLab',
  jira: 'Jira',
  slack: 'Slack',
  circleci: 'CircleCI',
  gcalendar: 'Google Calendar',
  snyk: 'Snyk',
};

/** The name of the tool that an entity comes from, as people say it. */
export function toolOf(integration: string | null): string {
  return TOOLS[integration ?? ''] ?? 'its source';
}
