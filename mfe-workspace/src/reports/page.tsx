import { SAVED_TYPES, type DeepLink, type ReportState } from '@cairn/contracts';
import { savedTypeOf } from '@cairn/saved';
import { Note } from '@cairn/ui';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { RecordList } from '../records/record-list.tsx';
import { RecordPage } from '../records/record-page.tsx';
import { TopicList } from '../records/topic-list.tsx';
import { useRecordState } from '../records/use-record-state.ts';

const savedReport = savedTypeOf('narrative-v1', SAVED_TYPES['narrative-v1']);

/** The reports, or one of them (W§2.1). */
export function Page(): ReactNode {
  const { reportId = 'list' } = useParams();
  if (reportId === 'list') {
    return (
      <RecordList type={savedReport} newState="{}" newName="New Report">
        A report collects topics in the order in which they are read. Topics have no text yet, because no
        language model is connected to this Cairn, so a report leads to its topics and their queries.
      </RecordList>
    );
  }
  return (
    <RecordPage key={reportId} type={savedReport} id={reportId}>
      {(link, state) => <Report link={link} state={state} />}
    </RecordPage>
  );
}

function Report({ link, state }: { link: DeepLink; state: ReportState }): ReactNode {
  const save = useRecordState(link);
  const onChange = link.canEdit ? (topics: string[]) => save.mutate({ ...state, topics }) : undefined;
  return (
    <>
      <Note>
        The text of this report will stand here, made of the analyses of its topics. Until a language model is
        connected, its topics open with their queries.
      </Note>
      <TopicList ids={state.topics} onChange={onChange} />
    </>
  );
}
