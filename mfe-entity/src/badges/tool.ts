import { integrationLabel } from '@cairn/entities/integration-labels';

/** The name of a tool, as a tag. */
export function toolName(integration: string): string {
  return integrationLabel(integration) ?? integration;
}

/** Where an entity comes from, as people say it: the name of its tool, or the repository. */
export function toolOf(integration: string | null): string {
  return integration === 'git' ? 'its repository' : (integrationLabel(integration ?? '') ?? 'its source');
}
