import {
  configurationQuery,
  integrationsOf,
  integrationWords,
  sourcesQuery,
  sourceTypesQuery,
} from '@cairn/client';
import { addressAt, useHost, useOpenPages } from '@cairn/host';
import { Tooltip } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import {
  Cable,
  CalendarDays,
  GitBranch,
  GitMerge,
  GitPullRequest,
  MessageSquare,
  Send,
  ShieldCheck,
  Ticket,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './integration-icons.module.css';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  git: GitBranch,
  github: GitPullRequest,
  gitlab: GitMerge,
  jira: Ticket,
  slack: MessageSquare,
  circleci: Workflow,
  gcalendar: CalendarDays,
  snyk: ShieldCheck,
  push: Send,
};

/** The integrations of the org, an icon each with its status (W§2.2); it leads admins to the page about it. */
export function IntegrationIcons(): ReactNode {
  const { org } = useHost();
  const mayManage = useOpenPages().some(({ path }) => path === 'settings/integrations');
  const configuration = useQuery(configurationQuery(org.id)).data;
  const sources = useQuery(sourcesQuery(org.id)).data;
  const types = useQuery(sourceTypesQuery(org.id)).data;
  if (!configuration || !sources || !types) return null;
  return integrationsOf(configuration, sources, types).map((integration) => {
    const Icon = ICONS[integration.name] ?? Cable;
    const words = integrationWords(integration);
    const about = { className: styles['icon'], 'aria-label': words, 'data-status': integration.status };
    return (
      <li key={integration.name}>
        <Tooltip label={words}>
          {mayManage ? (
            <Link {...about} to={addressAt(org.id, 'settings/integrations', integration.type)}>
              <Icon size={14} aria-hidden />
            </Link>
          ) : (
            <span {...about} role="img">
              <Icon size={14} aria-hidden />
            </span>
          )}
        </Tooltip>
      </li>
    );
  });
}
