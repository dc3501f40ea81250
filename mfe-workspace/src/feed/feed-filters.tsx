import { useHost } from '@cairn/host';
import { DateRangePicker } from '@cairn/ui';
import { FilterSelect } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { FEED_TIMES, type FeedAddress } from './feed-address.ts';
import styles from './feed.module.css';
import type { Feed } from './use-feed.ts';

export interface FeedFiltersProps {
  feed: Pick<Feed, 'choices' | 'changed'>;
  address: FeedAddress;
  onChange: (part: Partial<FeedAddress>) => void;
  labelOf: (kind: string) => string;
}

/** Narrows the feed by type, project, team and time. */
export function FeedFilters({ feed, address, onChange, labelOf }: FeedFiltersProps): ReactNode {
  const { org, timezone } = useHost();
  const { types = [], projects = [], teams = [] } = feed.choices ?? {};
  const kinds = [...types.map(({ value }) => value), ...feed.changed].map((kind) => ({
    value: kind,
    label: labelOf(kind),
  }));
  const choices = [
    { key: 'type', label: 'Type', all: 'All types', options: kinds },
    { key: 'project', label: 'Project', all: 'All projects', options: projects },
    { key: 'team', label: 'Team', all: 'All teams', options: teams },
  ] as const;
  return (
    <div className={styles['filters']} role="group" aria-label="Filters of the feed">
      {choices.map(({ key, label, all, options }) => (
        <FilterSelect
          key={key}
          {...{ label, all, options }}
          value={address[key]}
          onChoose={(value) => onChange({ [key]: value })}
        />
      ))}
      <DateRangePicker
        label="When"
        presets={FEED_TIMES}
        value={address.when}
        timezone={timezone}
        firstDay={org.firstDay}
        onChange={(when) => when && onChange({ when })}
      />
    </div>
  );
}
