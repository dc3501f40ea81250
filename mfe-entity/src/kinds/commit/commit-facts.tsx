import type { EntityDetail } from '@cairn/contracts';
import { formatNumber, plural, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { isTrue, numberOf, relatedOne, textOf } from '../../entity/read-entity.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import { Moment } from '../../kind-page/facts.tsx';
import styles from './changed-lines.module.css';

/** When it was committed, and by whom if not by its author. */
export function committed(entity: EntityDetail): ReactNode {
  const committer = relatedOne(entity, 'Committer');
  const at = textOf(entity, 'committedAt');
  if (!at) return null;
  if (!committer || committer.uuid === relatedOne(entity, 'Person')?.uuid)
    return <Moment words="committed" at={at} />;
  return (
    <span>
      committed by <EntityLink uuid={committer.uuid}>{committer.name}</EntityLink>,{' '}
      <Moment words="" at={at} />
    </span>
  );
}

/** The number of changed files and lines; a merge has none of its own. */
export function changedLines(entity: EntityDetail): ReactNode {
  const files = numberOf(entity, 'changedFiles');
  const [added, deleted] = [numberOf(entity, 'additions'), numberOf(entity, 'deletions')];
  if (files === null || isTrue(entity, 'isMerge')) return null;
  return (
    <Text numeric>
      {plural(files, 'file')}{' '}
      {added !== null && deleted !== null && (
        <>
          <span className={styles.added}>+{formatNumber(added)}</span>{' '}
          <span className={styles.deleted}>−{formatNumber(deleted)}</span>
        </>
      )}
    </Text>
  );
}
