import { competency, type CompetencyState, type DeepLink } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { savedTypeOf, SavedTypesProvider, useSavedTypes } from '@cairn/saved';
import { Button, Note, Panel } from '@cairn/ui';
import { TextArea } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { RecordList } from '../records/record-list.tsx';
import { RecordPage } from '../records/record-page.tsx';
import { TopicList } from '../records/topic-list.tsx';
import { useRecordState } from '../records/use-record-state.ts';
import { useTopics } from '../records/use-topics.ts';
import { CompetencyTopic } from './competency-topic.tsx';
import styles from './competency.module.css';

const savedCompetency = savedTypeOf('competency-v1', competency);

/** The competencies, one of them, or one of its topics (W§2.1). */
export function Page(): ReactNode {
  const types = useSavedTypes();
  const { competencyId = 'dashboard', '*': topicId = '' } = useParams();
  return (
    <SavedTypesProvider value={[...types, savedCompetency]}>
      {competencyId === 'dashboard' ? (
        <RecordList type={savedCompetency} newState="{}" newName="New Competency">
          A competency is something that teams get better at, such as reviewing in time. Its insights will be
          written by a language model, and none is connected to this Cairn yet. Today a competency says what
          it is about and leads to its topics.
        </RecordList>
      ) : topicId !== '' ? (
        <CompetencyTopic key={topicId} competencyId={competencyId} topicId={topicId} type={savedCompetency} />
      ) : (
        <RecordPage key={competencyId} type={savedCompetency} id={competencyId}>
          {(link, saved) => <Competency link={link} saved={saved} />}
        </RecordPage>
      )}
    </SavedTypesProvider>
  );
}

function Competency({ link, saved }: { link: DeepLink; saved: CompetencyState }): ReactNode {
  const { org } = useHost();
  const { state, isSaving, change } = useRecordState(savedCompetency, link, saved);
  const topics = useTopics({ state, change });
  return (
    <>
      <Note>
        Insights into this competency will stand here. Until a language model is connected, its topics open
        with their queries.
      </Note>
      {link.canEdit ? (
        <About text={state.text} isSaving={isSaving} onSave={(text, onSaved) => change({ text }, onSaved)} />
      ) : (
        state.text && <Panel title="What it is about">{state.text}</Panel>
      )}
      <TopicList
        ids={state.topics}
        changes={link.canEdit ? topics : undefined}
        pathOf={(topic) => addressAt(org.id, 'competency', link.id, topic.id)}
      />
    </>
  );
}

interface AboutProps {
  text: string;
  isSaving: boolean;
  onSave: (text: string, onSaved: () => void) => void;
}

function About({ text: saved, isSaving, onSave }: AboutProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? saved;
  return (
    <Panel title="What it is about">
      <form
        className={styles['about']}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(text.trim(), () => setTyped((now) => (now === typed ? undefined : now)));
        }}
      >
        <TextArea
          aria-label="What it is about"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={20_000}
          value={text}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="small" loading={isSaving} disabled={text.trim() === saved}>
          Save
        </Button>
      </form>
    </Panel>
  );
}
