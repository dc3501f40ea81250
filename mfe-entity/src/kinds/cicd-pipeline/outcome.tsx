import { Note } from '@cairn/ui';
import type { ReactNode } from 'react';
import { isTrue, relatedOne, textOf } from '../../entity/read-entity.ts';
import type { SectionProps } from '../../kind-page/kind-page.ts';

/** How a run ended, where that needs saying: it failed, or it reached people and broke something. */
export function Outcome({ entity }: SectionProps): ReactNode {
  const result = textOf(entity, 'result')?.toLowerCase() ?? '';
  if (isTrue(entity, 'changeFailed')) {
    const incident = relatedOne(entity, 'Incident');
    return (
      <Note tone="bad">{`This deployment caused an incident${incident ? `: ${incident.name}` : ''}.`}</Note>
    );
  }
  if (!/fail|error|timed/.test(result)) return null;
  const what = isTrue(entity, 'isDeployment') ? 'This deployment' : 'This run';
  return (
    <Note tone="bad">{`${what} failed, so nothing of it reached ${textOf(entity, 'environment') ?? 'its environment'}.`}</Note>
  );
}
