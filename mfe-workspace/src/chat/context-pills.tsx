import { useHost } from '@cairn/host';
import { leavesOf, type Query } from '@cairn/query';
import { Chip, DateRangePicker, dateRangeWords, plural } from '@cairn/ui';
import type { ReactNode } from 'react';
import styles from './chat.module.css';
import type { OpenConversation } from './use-conversation.ts';
import { rangeOfQuery } from './within-range.ts';

interface ContextPillsProps {
  conversation: OpenConversation;
  within: Query | undefined;
  onSources: () => void;
}

/** The team that filters name; undefined for none, or for several of them. */
function teamOf(within: Query | undefined): string | undefined {
  const named = leavesOf(within?.filters ?? []).find(
    ({ target, attribute, comparison }) =>
      target.split('.').at(-1) === 'Team' && attribute === 'name' && 'IN' in comparison,
  );
  const values = named && 'IN' in named.comparison ? named.comparison.IN : [];
  return values.length === 0 ? undefined : values.map(String).join(', ');
}

/** What a conversation is about: its data sources, filters, dates and team (W§2.9). */
export function ContextPills({ conversation, within, onSources }: ContextPillsProps): ReactNode {
  const team = teamOf(within);
  return (
    <div className={styles.pills} role="group" aria-label="What the answers are about">
      <Chip onClick={onSources}>{plural(conversation.sources.length, 'Data Source')}</Chip>
      <Chip>{plural(leavesOf(within?.filters ?? []).length, 'Filter')}</Chip>
      {within ? <Chip>{dateRangeWords(rangeOfQuery(within))}</Chip> : <Range conversation={conversation} />}
      <Chip>{team ? `Team: ${team}` : 'All Teams'}</Chip>
    </div>
  );
}

/** The dates of a conversation that has no page beside it. */
function Range({ conversation }: Pick<ContextPillsProps, 'conversation'>): ReactNode {
  const { firstDay, timezone } = useHost();
  return (
    <DateRangePicker
      label="Dates"
      clearable
      timezone={timezone}
      firstDay={firstDay}
      value={conversation.range}
      onChange={conversation.setRange}
    />
  );
}
