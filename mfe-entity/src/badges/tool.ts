import { integrationLabel } from '@cairn/client';

/** Where an entity comes from, as people say it: the name of its tool, or the repository. */
export function toolOf(integration: string | null): string {
  if (integration === null) return 'its source';
  if (integration === 'git') return 'its repository';
  const label = integrationLabel(integration);
  return label === integration ? 'its source' : label;
}
