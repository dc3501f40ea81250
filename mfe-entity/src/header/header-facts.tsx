import { useHost } from '@cairn/host';
import { Text } from '@cairn/ui';
import { Fragment, type ReactNode } from 'react';
import { person } from '../kind-page/facts.tsx';
import type { EntityProps, KindPage } from '../kind-page/kind-page.ts';
import styles from './header-facts.module.css';

/** The author and facts of a header on one line, separated by dots, with the zone of all times of the page. */
export function HeaderFacts({ entity, page }: EntityProps & { readonly page: KindPage }): ReactNode {
  const { timezone } = useHost();
  const author = page.author && person(entity, page.author);
  const facts = [author, ...page.header.facts(entity)].filter(Boolean);
  return (
    <div className={styles.facts}>
      {facts.map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && (
            <span className={styles.dot} aria-hidden>
              ·
            </span>
          )}
          {fact}
        </Fragment>
      ))}
      <Text tone="faint" className={styles.zone ?? ''}>
        Times in {timezone.replaceAll('_', ' ')}
      </Text>
    </div>
  );
}
