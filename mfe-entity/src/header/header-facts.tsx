import { useHost } from '@cairn/host';
import { Button, Text } from '@cairn/ui';
import { Fragment, type ReactNode } from 'react';
import { useZoneChoice } from '../frame/told-zone.tsx';
import { person } from '../kind-page/facts.tsx';
import type { EntityProps, KindPage } from '../kind-page/kind-page.ts';
import styles from './header-facts.module.css';

const inWords = (zone: string) => zone.replaceAll('_', ' ');

/** The zone of all times of the page, and the other one to choose where the thing has one of its own. */
function Zone(): ReactNode {
  const { timezone } = useHost();
  const choice = useZoneChoice();
  const whose = choice?.isOwn ? `, where ${choice.own.whose} is` : '';
  return (
    <>
      <Text tone="faint" className={styles.zone ?? ''}>{`Times in ${inWords(timezone)}${whose}`}</Text>
      {choice && ' '}
      {choice && (
        <Button size="small" variant="subtle" onClick={() => choice.choose(!choice.isOwn)}>
          {choice.isOwn
            ? `Show in ${inWords(choice.readers)}`
            : `Show in ${inWords(choice.own.zone)}, where ${choice.own.whose} is`}
        </Button>
      )}
    </>
  );
}

/** A dot that stays with what is before it, with a place to break the line behind it. */
const DOT = '\u00a0· ';

/** The author and facts of a header as one running text, separated by dots, with the zone of all times of the page. */
export function HeaderFacts({ entity, page }: EntityProps & { readonly page: KindPage }): ReactNode {
  const author = page.author && person(entity, page.author);
  const facts = [author, ...page.header.facts(entity)].filter(Boolean);
  return (
    <div className={styles.facts}>
      {facts.map((fact, at) => (
        <Fragment key={at}>
          {fact}
          <span className={styles.dot} aria-hidden>
            {DOT}
          </span>
        </Fragment>
      ))}
      <Zone />
    </div>
  );
}
