import type { Configuration } from '@cairn/contracts';
import { LinkBell } from '@cairn/saved';
import { Text } from '@cairn/ui';
import type { ReactNode } from 'react';
import type { ExploreAddress } from './address/address.ts';
import type { AddressState } from './address/use-address.ts';
import { ExploreChat } from './explore-chat.tsx';
import { MoreMenu } from './more-menu.tsx';
import { SaveControls } from './saving/save-controls.tsx';
import type { SavedState } from './saving/use-saved.ts';
import styles from './explore-head.module.css';

export interface ExploreHeadProps {
  readonly address: ExploreAddress;
  /** The query in plain words. */
  readonly words: string;
  readonly saved: SavedState;
  readonly isAsked: boolean;
  readonly configuration: Configuration;
  readonly update: AddressState['update'];
}

/** The title of the page, the query in words, and the actions on the whole query. */
export function ExploreHead(props: ExploreHeadProps): ReactNode {
  const { address, words, saved, isAsked, configuration, update } = props;
  const title = saved.link?.name ?? address.title ?? (isAsked ? words : 'Explore');
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <Text as="h1" truncate>
          {title}
        </Text>
        {words !== title && words && (
          <Text as="p" tone="muted" truncate>
            {words}
          </Text>
        )}
      </div>
      {saved.link && <LinkBell link={saved.link} />}
      {isAsked && (
        <SaveControls
          saved={saved}
          query={address.query}
          suggestedName={address.title?.startsWith('Selecting "') ? words : (address.title ?? words)}
          onSaved={({ id, name }) => update({ saved: id, title: name })}
        />
      )}
      {isAsked && <ExploreChat address={address} title={words} />}
      {isAsked && <MoreMenu {...{ address, configuration, update }} title={words} />}
    </header>
  );
}
