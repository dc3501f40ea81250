import type { Configuration, Source, SourceType } from '@cairn/contracts';

const LABELS: Readonly<Record<string, string>> = {
  git: 'Git',
  github: 'GitHub',
  gitlab: 'GitLab',
  jira: 'Jira',
  slack: 'Slack',
  circleci: 'CircleCI',
  gcalendar: 'Google Calendar',
  snyk: 'Snyk',
  push: 'Push API',
};

/** How an integration is called on pages. */
export const integrationLabel = (name: string): string => LABELS[name] ?? name;

/** A tool whose data the org has, and whether reading it works (X§3). */
export interface IntegrationState {
  readonly name: string;
  readonly label: string;
  readonly status: 'success' | 'warn' | 'error' | 'paused';
  /** Whether a warning says that the tool's limit is waited for. */
  readonly isLimited?: true;
  /** The type of the sources that bring it. */
  readonly type: string;
}

const WORDS = {
  success: 'connected',
  warn: 'not read yet',
  error: 'cannot be read',
  paused: 'paused',
} as const;

/** The state of an integration in a few words, such as `Jira: connected`. */
export const integrationWords = ({ label, status, isLimited }: IntegrationState): string =>
  `${label}: ${isLimited ? 'waits for a limit, and goes on by itself' : WORDS[status]}`;

function statusOf(sources: readonly Source[]): Pick<IntegrationState, 'status' | 'isLimited'> {
  const read = sources.filter(({ status }) => status !== 'paused');
  if (read.length === 0) return { status: 'paused' };
  if (read.some(({ erroredAt, status }) => erroredAt !== null || status === 'error'))
    return { status: 'error' };
  if (read.some(({ status }) => status === 'limited')) return { status: 'warn', isLimited: true };
  return { status: read.some(({ lastIngestedAt }) => lastIngestedAt !== null) ? 'success' : 'warn' };
}

/** The integrations that the sources of an org provide, each with its status. */
export function integrationsOf(
  configuration: Pick<Configuration, 'integrations'>,
  sources: readonly Source[],
  types: readonly SourceType[],
): IntegrationState[] {
  return configuration.integrations.flatMap(({ name }) => {
    const reading = types.filter(({ provides }) => provides.includes(name)).map(({ type }) => type);
    const own = sources.filter(({ type }) => reading.includes(type));
    const [first] = own;
    return first ? [{ name, label: integrationLabel(name), ...statusOf(own), type: first.type }] : [];
  });
}
