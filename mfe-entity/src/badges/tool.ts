const TOOLS: Readonly<Record<string, string>> = {
  git: 'Git',
  github: 'GitHub',
  gitlab: 'GitLab',
  jira: 'Jira',
  slack: 'Slack',
  circleci: 'CircleCI',
  gcalendar: 'Google Calendar',
  snyk: 'Snyk',
};

/** The name of a tool, as a tag. */
export function toolName(integration: string): string {
  return TOOLS[integration] ?? integration;
}

/** Where an entity comes from, as people say it: the name of its tool, or the repository. */
export function toolOf(integration: string | null): string {
  return integration === 'git' ? 'its repository' : (TOOLS[integration ?? ''] ?? 'its source');
}
