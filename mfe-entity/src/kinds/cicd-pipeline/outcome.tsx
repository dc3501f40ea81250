import { Note } from '@cairn/ui';
import type { ReactNode } from 'react';
import { isTrue, relatedOne, shortName, textOf } from '../../entity/read-entity.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import type { SectionProps } from '../../kind-page/kind-page.ts';
import styles from './outcome.module.css';

const MOST_OF_NAME = 120;

/** How a run ended, where that needs saying: it failed, or it reached people and broke something. */
export function Outcome({ entity }: SectionProps): ReactNode {
  const result = textOf(entity, 'result')?.toLowerCase() ?? '';
  if (isTrue(entity, 'changeFailed')) {
    const incident = relatedOne(entity, 'Incident');
    return (
      <Note tone="bad" className={styles.outcome ?? ''}>
        This deployment caused an incident
        {incident && (
          <>
            : <EntityLink uuid={incident.uuid}>{shortName(incident.name, MOST_OF_NAME)}</EntityLink>
          </>
        )}
        .
      </Note>
    );
  }
  if (!/fail|error|timed/.test(result)) return null;
  const environment = textOf(entity, 'environment');
  const what = isTrue(entity, 'isDeployment') ? 'This deployment' : 'This run';
  return (
    <Note tone="bad" className={styles.outcome ?? ''}>
      {`${what}${environment ? ` to ${shortName(environment, MOST_OF_NAME)}` : ''} failed.`}
    </Note>
  );
}
