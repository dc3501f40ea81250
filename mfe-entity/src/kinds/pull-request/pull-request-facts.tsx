import type { EntityDetail } from '@cairn/contracts';
import { formatNumber, plural, Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import { numberOf, relatedOne, shortName, textOf } from '../../entity/read-entity.ts';
import { EntityLink } from '../../frame/entity-link.tsx';
import styles from './pull-request-facts.module.css';

const MOST_OF_BRANCH = 60;

/** From which branch into which; null when neither is known. */
export function branches(entity: EntityDetail): ReactNode {
  const link = relatedOne(entity, 'Branch');
  const head = link?.name ?? textOf(entity, 'branch') ?? textOf(entity, 'head');
  const base = textOf(entity, 'baseBranch') ?? textOf(entity, 'base');
  if (!head && !base) return null;
  const from = head && <code className={styles.branch}>{shortName(head, MOST_OF_BRANCH)}</code>;
  return (
    <span key="branches">
      {link ? <EntityLink uuid={link.uuid}>{from}</EntityLink> : from}
      {head && base && ' into '}
      {base && <code className={styles.branch}>{shortName(base, MOST_OF_BRANCH)}</code>}
    </span>
  );
}

/** How much it changes; null when that is unknown. */
export function size(entity: EntityDetail): ReactNode {
  const files = numberOf(entity, 'changedFiles');
  const [added, deleted] = [numberOf(entity, 'additions'), numberOf(entity, 'deletions')];
  if (files === null && added === null) return null;
  return (
    <Text key="size" numeric>
      {files !== null && plural(files, 'file')}{' '}
      {added !== null && <span className={styles.added}>+{formatNumber(added)}</span>}{' '}
      {deleted !== null && <span className={styles.deleted}>−{formatNumber(deleted)}</span>}
    </Text>
  );
}
