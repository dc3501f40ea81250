import type { Query } from '@cairn/query';
import type { ReactNode } from 'react';
import { momentsOf } from '../graph/fields.ts';
import { useConfiguration } from '../graph/use-configuration.ts';
import styles from './floating-settings.module.css';
import { ViewSettings, type ViewSettingsProps } from './view-settings.tsx';

interface FloatingSettingsProps extends Omit<ViewSettingsProps, 'moments'> {
  readonly query: Query;
}

/** The settings of a view over a corner of it, for a picture without tools beside it. */
export function FloatingSettings({ query, ...props }: FloatingSettingsProps): ReactNode {
  const configuration = useConfiguration().data;
  return (
    <div className={styles.settings} data-no-export>
      <ViewSettings {...props} moments={configuration ? momentsOf(configuration, query) : []} />
    </div>
  );
}
