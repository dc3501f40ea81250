import type { CompetencyState } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { useSavedPage, useSavedThing, type SavedType } from '@cairn/saved';
import { linkAttributes, Note, Text } from '@cairn/ui';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RecordPage } from '../records/record-page.tsx';
import { TopicBody } from '../topics/topic-page.tsx';
import { savedTopic } from '../topics/topic-type.ts';
import styles from './competency.module.css';

interface CompetencyTopicProps {
  readonly competencyId: string;
  readonly topicId: string;
  readonly type: SavedType<CompetencyState>;
}

/** A topic as a part of its competency: the way back, the topics before and after it, and its queries (W§2.1). */
export function CompetencyTopic({ competencyId, topicId, type }: CompetencyTopicProps): ReactNode {
  const { data: competency } = useSavedThing(competencyId);
  const topics = (competency && type.stateOf(competency)?.topics) ?? [];
  return (
    <RecordPage type={savedTopic} id={topicId}>
      {(link, state) => (
        <>
          {competency && (
            <TopicWay competencyId={competencyId} name={competency.name} topicId={topicId} topics={topics} />
          )}
          <TopicBody link={link} state={state} isEdited={false} />
        </>
      )}
    </RecordPage>
  );
}

interface TopicWayProps extends Pick<CompetencyTopicProps, 'competencyId' | 'topicId'> {
  readonly name: string;
  readonly topics: readonly string[];
}

/** Leads from a topic to its competency and to its neighbours there. */
function TopicWay({ competencyId, name, topicId, topics }: TopicWayProps): ReactNode {
  const { org } = useHost();
  const names = useTopicNames();
  const shown = topics.filter((id) => names.has(id));
  const place = shown.indexOf(topicId);
  const path = addressAt(org.id, 'competency', competencyId);
  const [before, after] = place < 0 ? [] : [shown[place - 1], shown[place + 1]];
  return (
    <>
      <nav className={styles['way']} aria-label="Competency">
        <Link {...linkAttributes()} to={path}>
          {name}
        </Link>
        {place >= 0 && (
          <Text tone="muted">
            Topic {place + 1} of {shown.length}
          </Text>
        )}
        {before !== undefined && (
          <Link {...linkAttributes()} to={`${path}/${encodeURIComponent(before)}`} rel="prev">
            <ArrowLeft size={14} aria-hidden /> {names.get(before)}
          </Link>
        )}
        {after !== undefined && (
          <Link {...linkAttributes()} to={`${path}/${encodeURIComponent(after)}`} rel="next">
            {names.get(after)} <ArrowRight size={14} aria-hidden />
          </Link>
        )}
      </nav>
      {!topics.includes(topicId) && <Note>This topic is no longer a part of {name}.</Note>}
    </>
  );
}

/** The names of the topics that this person may see, by id. */
function useTopicNames(): ReadonlyMap<string, string> {
  const { data } = useSavedPage({
    filter: { types: ['digest-v2', 'digest-v1'] },
    sort: { by: 'name', direction: 'ascending' },
  });
  return new Map((data?.links ?? []).map(({ id, name }) => [id, name]));
}
