import type { ReportLaunch } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { CATALOGUE } from '@cairn/entities';
import { exploreAddress, type Query } from '@cairn/query';
import { IconButton, linkAttributes, Panel, Text } from '@cairn/ui';
import { X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { narrowQuery } from './narrow-query.ts';
import styles from './topics.module.css';
import type { TopicSource, TopicSourceList } from './use-topic-sources.ts';

const labelOf = (kind: string) => (CATALOGUE.kind(kind)?.label ?? kind).toLowerCase();
const pluralOf = ({ select: [kind = ''] }: Query) => (CATALOGUE.kind(kind)?.plural ?? kind).toLowerCase();

const TABLE = { value: 'unifiedTable', config: {} };
const HEIGHT = 280;

/** The queries of a topic, each drawn with its view. */
export function TopicSources({
  sources,
  isEdited,
  launch,
}: {
  sources: TopicSourceList;
  isEdited: boolean;
  /** What the report that opened the topic is narrowed to; null without one. */
  launch: ReportLaunch | null;
}): ReactNode {
  return (
    <div className={styles['sources']}>
      {sources.all.map((source) => (
        <Source key={source.id} source={source} launch={launch}>
          {isEdited && (
            <IconButton
              label={`Remove ${source.title}`}
              disabled={sources.isSaving}
              onClick={() => sources.remove(source.id)}
            >
              <X size={15} aria-hidden />
            </IconButton>
          )}
        </Source>
      ))}
    </div>
  );
}

function Source({
  source,
  launch,
  children,
}: {
  source: TopicSource;
  launch: ReportLaunch | null;
  children: ReactNode;
}): ReactNode {
  const { org, renderPart } = useHost();
  const { title, state } = source;
  const [view = TABLE] = state.viz;
  const { query, left } = useMemo(
    () => (launch ? narrowQuery(state.params, launch) : { query: state.params, left: [] }),
    [launch, state.params],
  );
  const address = exploreAddress(org.id, { query, title, view });
  return (
    <Panel
      title={title}
      actions={
        <>
          <Link {...linkAttributes()} to={address}>
            Open in Explore
          </Link>
          {children}
        </>
      }
    >
      {left.length > 0 && (
        <Text as="p" tone="muted">
          {`Not narrowed to the ${left.map(labelOf).join(' and ')}: nothing leads there from ${pluralOf(query)}.`}
        </Text>
      )}
      {renderPart('explore/QuestionView', { query, view, height: HEIGHT, label: title })}
    </Panel>
  );
}
