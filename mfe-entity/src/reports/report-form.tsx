import type { DeepLink, ReportLaunch, ReportState } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { useSavedPage } from '@cairn/saved';
import { Button, Text } from '@cairn/ui';
import { Checkbox, Segmented } from '@cairn/ui/fields';
import { SquareArrowOutUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './reports-tab.module.css';

/** How many topics are chosen where a report suggests none (E§9). */
const CHOSEN_AT_FIRST = 3;
const RANGES: Readonly<Record<ReportLaunch['tf'], string>> = {
  P7D: '7 days',
  P30D: '30 days',
  P90D: '90 days',
  P1Y: 'A year',
};
const CHOICES = Object.entries(RANGES).map(([value, label]) => ({ value, label }));
const isRange = (value: string): value is ReportLaunch['tf'] => value in RANGES;

/** The address of a report that is narrowed to an entity and a range of time. */
export function reportAddress(orgId: string, reportId: string, launch: ReportLaunch): string {
  const params = new URLSearchParams({ s: JSON.stringify(launch), mode: 'render' });
  return `${addressAt(orgId, 'reports', reportId)}?${params}`;
}

/** The range at first: 30 days for issues, 7 days otherwise (E§9). */
export function firstRange(kind: string): ReportLaunch['tf'] {
  return kind === 'Issue' ? 'P30D' : 'P7D';
}

/** The topics that are chosen at first: those that the report suggests, else its first three. */
export function firstTopics({ topics, suggested }: Pick<ReportState, 'topics' | 'suggested'>): string[] {
  const known = suggested.filter((id) => topics.includes(id));
  return known.length > 0 ? known : topics.slice(0, CHOSEN_AT_FIRST);
}

interface ReportFormProps {
  readonly link: DeepLink;
  readonly state: ReportState;
  readonly kind: string;
  /** What the report is narrowed to, such as the key of an issue. */
  readonly value: string;
}

/** Chooses topics and a range of time of a report, and opens it in a new tab. */
export function ReportForm({ link, state, kind, value }: ReportFormProps): ReactNode {
  const { org, openTab } = useHost();
  const [chosen, setChosen] = useState(() => firstTopics(state));
  const [range, setRange] = useState(() => firstRange(kind));
  const { data } = useSavedPage({
    filter: { types: ['digest-v2', 'digest-v1'] },
    sort: { by: 'name', direction: 'ascending' },
  });
  const topics = state.topics.flatMap((id) => data?.links.find((topic) => topic.id === id) ?? []);
  const toggle = (id: string) =>
    setChosen(state.topics.filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each))));
  const name = `${link.name}: ${value}`;
  const open = () => {
    const launch = { n: name, d: chosen, o: { [kind]: [value] }, tf: range };
    openTab({ url: reportAddress(org.id, link.id, launch), title: name });
  };
  return (
    <div className={styles.form}>
      {link.description && <Text as="p">{link.description}</Text>}
      {topics.length === 0 ? (
        <Text tone="muted">{`No topics found with ${kind} filter`}</Text>
      ) : (
        <fieldset className={styles.topics}>
          <legend>Topics</legend>
          {topics.map((topic) => (
            <Checkbox
              key={topic.id}
              label={topic.name}
              checked={chosen.includes(topic.id)}
              onChange={() => toggle(topic.id)}
            />
          ))}
        </fieldset>
      )}
      <div className={styles.foot}>
        <Segmented
          aria-label="Range of time"
          data={CHOICES}
          value={range}
          onChange={(next) => isRange(next) && setRange(next)}
        />
        <Button disabled={chosen.length === 0} icon={<SquareArrowOutUpRight aria-hidden />} onClick={open}>
          Open report
        </Button>
      </div>
    </div>
  );
}
