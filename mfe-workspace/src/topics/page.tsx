import { addressAt, useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { NewRecord } from '../records/new-record.tsx';
import { RecordList } from '../records/record-list.tsx';
import { TopicPage } from './topic-page.tsx';
import { savedTopic } from './topic-type.ts';

const NEW_STATE = JSON.stringify({ layout: [], data: {} });

/** The topics, a new one, one of them, or one to be edited (W§2.1). */
export function Page(): ReactNode {
  const { org, navigate } = useHost();
  const { topicId = 'list', '*': rest = '' } = useParams();
  if (topicId !== 'list' && topicId !== 'new')
    return <TopicPage key={topicId} id={topicId} isEdited={rest === 'edit.v2'} />;
  const list = addressAt(org.id, 'topics', 'list');
  if (rest !== '') return <Navigate to={list} replace />;
  return (
    <>
      <RecordList type={savedTopic} newState={NEW_STATE} newName="New Topic">
        A topic is an analysis of some queries in words. No language model is connected to this Cairn yet, so
        a topic keeps and shows its queries, and has no text of its own.
      </RecordList>
      {topicId === 'new' && (
        <NewRecord type={savedTopic} state={NEW_STATE} name="New Topic" onClose={() => navigate(list)} />
      )}
    </>
  );
}
