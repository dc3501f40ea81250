import type { Integration } from './attribute.ts';

/** How the integrations are called on pages. */
const INTEGRATION_LABELS: Readonly<Record<Exclude<Integration, 'derived' | 'settings'>, string>> = {
  git: 'Git',
  github: 'GitHub',
  gitlab: 'GitLab',
  jira: 'Jira',
  slack: 'Slack',
  circleci: 'CircleCI',
  gcalendar: 'Google Calendar',
  snyk: 'Snyk',
};

/** The label of an integration; undefined for what is none that pages name. */
export function integrationLabel(name: string): string | undefined {
  return (INTEGRATION_LABELS as Readonly<Record<string, string>>)[name];
}
